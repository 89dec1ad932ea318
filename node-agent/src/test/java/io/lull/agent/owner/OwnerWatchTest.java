package io.lull.agent.owner;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.agent.control.ControlServer;
import io.lull.agent.control.OwnerAnswers;
import io.lull.agent.control.Surroundings;
import io.lull.agent.record.KeptPause;
import io.lull.agent.record.OwnerLedger;
import io.lull.agent.settings.SettingsStore;
import io.lull.platform.Platform;
import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestId;
import io.lull.platform.guest.GuestSpec;
import io.lull.platform.guest.GuestStarter;
import io.lull.platform.heat.Heat;
import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSource;
import io.lull.platform.load.LoadSample;
import io.lull.platform.machine.MachineFacts;
import io.lull.platform.media.MediaUse;
import io.lull.platform.power.PowerState;
import io.lull.platform.traffic.Traffic;
import io.lull.protocol.time.Clock;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.transport.OwnerSocket;
import io.lull.protocol.wire.NodeStatus;
import io.lull.protocol.wire.OwnerGet;
import io.lull.protocol.wire.OwnerPause;
import io.lull.protocol.wire.OwnerReclaim;
import io.lull.protocol.wire.OwnerReply;
import io.lull.protocol.wire.OwnerRequest;
import io.lull.protocol.wire.OwnerResume;
import io.lull.protocol.wire.OwnerSet;
import io.lull.protocol.wire.OwnerStatusRequest;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnerWatchTest {
  @TempDir Path folder;
  private final BlockingQueue<NodeStatus> told = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> done = new LinkedBlockingQueue<>();
  private final Hand hand = new Hand();
  private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
  private final Jumping clock = new Jumping();
  private volatile MediaUse.InUse media = MediaUse.InUse.NONE;
  private volatile boolean stoppable = true;
  private OwnerLedger ledger;
  private KeptPause pause;
  private SettingsStore settings;
  private OwnerWatch watch;

  @BeforeEach
  void start() throws IOException {
    final Path file = folder.resolve("agent.conf");
    Files.writeString(file, "idle-after = 1s\ncpu-window = 1s\ngrace = 1h\n");
    settings = SettingsStore.open(file, folder);
    ledger = new OwnerLedger(folder, 2, SystemClock.INSTANCE, scheduler);
    pause = new KeptPause(folder, SystemClock.INSTANCE);
    watch = new OwnerWatch(platform(), List.of(hand), settings, clock, ZoneOffset.UTC);
    watch.start(
        new GuestControl() {
          @Override
          public void hold(String worker, double cores) {
            done.add("hold " + worker);
          }

          @Override
          public void release(String worker) {
            done.add("release " + worker);
          }

          @Override
          public void resume(String worker) {
            done.add("resume " + worker);
          }

          @Override
          public boolean suspend(String worker) {
            done.add("suspend " + worker);
            return stoppable;
          }

          @Override
          public void kill(String worker, String reason) {
            done.add("kill " + worker);
            watch.tell(new NodeEvent.GuestGone(worker));
          }

          @Override
          public Collection<GuestId> processes() {
            return List.of();
          }
        },
        new OwnerListener() {
          @Override
          public void status(NodeStatus status) {
            told.add(status);
          }

          @Override
          public void vacated(String worker, double millis, boolean killed) {
            done.add("vacated " + worker + " " + killed);
          }

          @Override
          public void quit() {
            done.add("quit");
          }
        },
        ledger);
  }

  @AfterEach
  void close() {
    watch.close();
    scheduler.shutdownNow();
  }

  /** The machine's clocks, and somebody who sets the one on the wall. */
  private static final class Jumping implements Clock {
    private final AtomicLong jumpedMillis = new AtomicLong();

    @Override
    public long epochMillis() {
      return SystemClock.INSTANCE.epochMillis() + jumpedMillis.get();
    }

    @Override
    public long nanos() {
      return SystemClock.INSTANCE.nanos();
    }

    void jump(Duration by) {
      jumpedMillis.addAndGet(by.toMillis());
    }
  }

  /** A source that a test plays. */
  private static final class Hand implements InputSource {
    private @Nullable Consumer<InputSignal> sink;

    @Override
    public String name() {
      return "hand";
    }

    @Override
    public void start(Consumer<InputSignal> to) {
      sink = to;
      say(
          new InputSignal.Working(
              "hand", "a test", System.nanoTime(), Set.of(new Coverage.Everything())));
    }

    void say(InputSignal signal) {
      if (sink != null) {
        sink.accept(signal);
      }
    }

    void move() {
      say(new InputSignal.Activity("hand", System.nanoTime(), InputSignal.Kind.MOTION));
    }

    @Override
    public void close() {}
  }

  private Platform platform() {
    return new Platform(
        _ -> List.of(),
        _ -> new LoadSample(System.nanoTime(), 2, 0, 0, 0),
        new GuestStarter() {
          @Override
          public Guest start(GuestSpec spec) {
            throw new UnsupportedOperationException();
          }

          @Override
          public String priority() {
            return "none";
          }

          @Override
          public boolean reap(GuestId id, Duration within) {
            return true;
          }
        },
        () -> new MachineFacts("test", "test", 2, 1L << 30),
        () -> PowerState.MAINS,
        () -> Heat.UNKNOWN,
        _ -> Traffic.NONE,
        () -> media,
        Set::of);
  }

  private NodeStatus until(Predicate<NodeStatus> wanted) throws InterruptedException {
    final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (true) {
      final NodeStatus status =
          told.poll(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
      assertThat(status).as("a status that was waited for").isNotNull();
      if (wanted.test(status)) {
        return status;
      }
    }
  }

  private static Predicate<NodeStatus> state(String state) {
    return status -> status.getState().equals(state);
  }

  private String nextDone() throws InterruptedException {
    final String next = done.poll(60, TimeUnit.SECONDS);
    assertThat(next).as("an effect").isNotNull();
    return String.valueOf(next);
  }

  private void guest(String worker) {
    ledger.expect(worker, "J1", "ada");
    watch.tell(new NodeEvent.GuestClaimed(worker, "ada"));
    watch.tell(new NodeEvent.GuestStarted(worker));
    watch.tell(new NodeEvent.GuestReady(worker));
  }

  @Test
  void holdsTheGuestAndTellsTheCoordinatorWhenTheOwnerMoves() throws Exception {
    assertThat(until(state("available")).getWilling()).isTrue();
    guest("J1-w1");
    until(state("running"));
    hand.move();
    final NodeStatus vacating = until(state("vacating"));
    assertThat(vacating.getWilling()).isFalse();
    assertThat(vacating.getGraceDeadlineEpochMillis()).isPositive();
    assertThat(nextDone()).isEqualTo("hold J1-w1");
    assertThat(until(s -> s.getReclaims().getCount() == 1).getReclaims().getLastMillis())
        .isNotNegative();
    watch.tell(new NodeEvent.GuestGone("J1-w1"));
    assertThat(nextDone()).isEqualTo("vacated J1-w1 false");
    final OwnerReclaim reclaim = ledger.record().getRecent(0);
    assertThat(reclaim.getSource()).isEqualTo("hand");
    assertThat(reclaim.getJob()).isEqualTo("J1");
    assertThat(reclaim.getHeldMillis()).isNotNegative();
    until(state("available"));
  }

  @Test
  void killsWhenTheGracePeriodIsOverWithoutAnyEvent() throws Exception {
    settings.set("grace", "1s");
    until(state("available"));
    guest("J1-w1");
    hand.move();
    assertThat(nextDone()).isEqualTo("hold J1-w1");
    assertThat(nextDone()).isEqualTo("kill J1-w1");
    assertThat(nextDone()).isEqualTo("vacated J1-w1 true");
    until(s -> s.getLostReclaims() == 1 && s.getVacates().getCount() == 1);
    Eventually.await(
        "an incident", Duration.ofSeconds(60), () -> ledger.record().getIncidents() == 1);
    assertThat(ledger.record().getEvicted()).isEqualTo(1);
  }

  @Test
  void takesTheScriptsWordForTheOwnersLoad() throws Exception {
    until(state("available"));
    hand.say(new InputSignal.OwnerLoad("hand", 0.9));
    assertThat(until(state("owner")).getReason()).startsWith("your programs use");
    hand.say(new InputSignal.OwnerLoad("hand", 0));
    until(state("available"));
    hand.say(new InputSignal.Power("hand", false, 0.5));
    assertThat(until(state("owner")).getReason()).startsWith("the computer runs on its battery");
    hand.say(new InputSignal.Power("hand", true, 1));
    until(state("available"));
    hand.say(new InputSignal.Quit("hand"));
    assertThat(nextDone()).isEqualTo("quit");
  }

  @Test
  void doesWhatTheOwnerAsksForOnTheControlSocket() throws Exception {
    until(state("available"));
    final Surroundings surroundings =
        new Surroundings() {
          @Override
          public String node() {
            return "alpha";
          }

          @Override
          public boolean connected() {
            return true;
          }

          @Override
          public String coordinator() {
            return "grid:7400";
          }

          @Override
          public String isolation() {
            return "a sandbox";
          }

          @Override
          public Visitor visitor() {
            return new Visitor("J1", "heat", "ada");
          }
        };
    try (ControlServer _ =
        ControlServer.open(
            folder,
            new OwnerAnswers(
                watch,
                settings,
                new OwnerAnswers.Kept(ledger, pause),
                surroundings,
                SystemClock.INSTANCE))) {
      final OwnerReply status =
          ask(OwnerRequest.newBuilder().setStatus(OwnerStatusRequest.getDefaultInstance()).build());
      assertThat(status.getStatus().getNode()).isEqualTo("alpha");
      assertThat(status.getStatus().getStatus().getState()).isEqualTo("available");
      assertThat(status.getStatus().getSources(0).getWorking()).isTrue();
      assertThat(status.getStatus().getJobName()).isEqualTo("heat");

      ask(OwnerRequest.newBuilder().setPause(OwnerPause.getDefaultInstance()).build());
      assertThat(until(state("owner")).getReason())
          .isEqualTo("you paused Lull until you resume it");
      assertThat(pause.untilEpochMillis()).isEqualTo(Long.MAX_VALUE);
      ask(OwnerRequest.newBuilder().setResume(OwnerResume.getDefaultInstance()).build());
      until(state("available"));
      assertThat(pause.untilEpochMillis()).isZero();

      assertThat(ask(set("cpu-threshold", "7")).getRefused())
          .isEqualTo("cpu-threshold cannot be '7': it must be a share from 0.01 to 1.0");
      assertThat(ask(set("idle-after", "1h")).getSettings(0).getValue()).isEqualTo("1h");
      until(state("owner"));
      final OwnerReply all =
          ask(OwnerRequest.newBuilder().setGet(OwnerGet.getDefaultInstance()).build());
      assertThat(all.getSettingsList()).hasSizeGreaterThan(10);
      assertThat(all.getSettings(0).getRange()).isEqualTo("a duration from 250ms to 1d");
      assertThat(ask(OwnerRequest.getDefaultInstance()).getRefused()).contains("does not know");
    }
  }

  @Test
  void reclaimsWhenTheDisplayGoesAwayAndIsThereAgainWhenItIsBack() throws Exception {
    until(state("available"));
    guest("J1-w1");
    until(state("running"));
    hand.say(new InputSignal.Lost("hand", "the display is gone"));
    assertThat(until(state("vacating")).getReason()).contains("J1-w1 leaves");
    assertThat(nextDone()).isEqualTo("hold J1-w1");
    watch.tell(new NodeEvent.GuestGone("J1-w1"));
    assertThat(until(state("owner")).getInputSource()).contains("the display is gone");
    assertThat(ledger.record().getRecent(0).getSource()).isEqualTo("hand");
    hand.say(
        new InputSignal.Working(
            "hand", "it is back", System.nanoTime(), Set.of(new Coverage.Everything())));
    until(state("available"));
  }

  @Test
  void reclaimsWhenTheMachineWasAsleepWhileAGuestRan() throws Exception {
    until(state("available"));
    guest("J1-w1");
    until(state("running"));
    hand.say(new InputSignal.Slept("hand"));
    until(state("vacating"));
    assertThat(nextDone()).isEqualTo("hold J1-w1");
  }

  @Test
  void takesAClockThatJumpsAheadForASleepAndOneThatJumpsBackForNothing() throws Exception {
    until(state("available"));
    guest("J1-w1");
    until(state("running"));
    clock.jump(Duration.ofHours(-3));
    watch.tell(new NodeEvent.Tick());
    Eventually.await(
        "a look at the clock",
        Duration.ofSeconds(60),
        () -> watch.core().last().epochMillis() <= clock.epochMillis());
    assertThat(watch.core().state().wire()).isEqualTo("running");
    clock.jump(Duration.ofHours(5));
    until(state("vacating"));
    assertThat(nextDone()).isEqualTo("hold J1-w1");
    watch.tell(new NodeEvent.GuestGone("J1-w1"));
    until(state("available"));
  }

  @Test
  void seesAnOwnerWhoSpeaks() throws Exception {
    until(state("available"));
    media = new MediaUse.InUse(true, false);
    assertThat(until(state("owner")).getReason()).contains("microphone");
    assertThat(watch.core().engagements()).hasSize(1);
    media = MediaUse.InUse.NONE;
    until(state("available"));
  }

  @Test
  void writesDownAsAnIncidentThatAGuestCouldNotBeStopped() throws Exception {
    stoppable = false;
    settings.set("policy", "strict");
    until(state("available"));
    guest("J1-w1");
    until(state("running"));
    hand.move();
    Eventually.await(
        "an incident", Duration.ofSeconds(60), () -> ledger.record().getIncidents() == 1);
    assertThat(done).contains("suspend J1-w1", "kill J1-w1");
  }

  private OwnerReply ask(OwnerRequest request) throws IOException {
    try (OwnerSocket socket = OwnerSocket.connect(folder)) {
      return socket.ask(request);
    }
  }

  private static OwnerRequest set(String key, String value) {
    return OwnerRequest.newBuilder()
        .setSet(OwnerSet.newBuilder().setKey(key).setValue(value))
        .build();
  }
}
