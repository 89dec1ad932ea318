package io.lull.agent.owner;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.agent.core.owner.Confinement;
import io.lull.agent.core.owner.GuestControl;
import io.lull.agent.core.owner.NodeEffect;
import io.lull.agent.core.owner.NodeEvent;
import io.lull.agent.record.OwnerLedger;
import io.lull.agent.record.PauseFile;
import io.lull.agent.settings.SettingsStore;
import io.lull.platform.Platform;
import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestId;
import io.lull.platform.guest.GuestSpec;
import io.lull.platform.guest.GuestStarter;
import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal;
import io.lull.platform.input.InputSource;
import io.lull.platform.machine.LoadSample;
import io.lull.platform.machine.MachineFacts;
import io.lull.platform.machine.MediaUse;
import io.lull.platform.machine.MemoryState;
import io.lull.platform.machine.PowerState;
import io.lull.platform.machine.ThermalState;
import io.lull.platform.machine.Traffic;
import io.lull.protocol.time.Clock;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.NodeStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
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

/** An owner watch, with everything around it played: the owner's hand, the guests, the machine. */
final class Rig implements AutoCloseable {
  final BlockingQueue<String> done = new LinkedBlockingQueue<>();
  final Hand hand = new Hand();
  final Jumping clock = new Jumping();
  final OwnerLedger ledger;
  final PauseFile pause;
  final SettingsStore settings;
  final OwnerWatch watch;
  volatile MediaUse.InUse media = MediaUse.InUse.NONE;
  volatile boolean stoppable = true;
  private final BlockingQueue<NodeStatus> told = new LinkedBlockingQueue<>();
  private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();

  /**
   * @param folder of the agent
   */
  Rig(Path folder) throws IOException {
    final Path file = folder.resolve("agent.conf");
    Files.writeString(file, "idle-after = 1s\ncpu-window = 1s\ngrace = 1h\n");
    settings = SettingsStore.open(file, folder);
    ledger = new OwnerLedger(folder, 2, SystemClock.INSTANCE, ZoneOffset.UTC, scheduler);
    pause = new PauseFile(folder, SystemClock.INSTANCE);
    watch =
        new OwnerWatch(
            platform(), List.of(hand), settings, Confinement.COMPLETE, clock, ZoneOffset.UTC);
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
        },
        List::of,
        new OwnerListener() {
          @Override
          public void status(NodeStatus status) {
            told.add(status);
          }

          @Override
          public void vacated(NodeEffect.ReportVacated guest) {
            done.add("vacated " + guest.worker() + " " + guest.killed());
          }

          @Override
          public void quit() {
            done.add("quit");
          }
        },
        ledger);
  }

  /** The machine's clocks, and somebody who sets the one on the wall. */
  static final class Jumping implements Clock {
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
  static final class Hand implements InputSource {
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
        () -> ThermalState.UNKNOWN,
        () -> MemoryState.UNKNOWN,
        _ -> Traffic.NONE,
        () -> media,
        Set::of);
  }

  NodeStatus until(Predicate<NodeStatus> wanted) throws InterruptedException {
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

  static Predicate<NodeStatus> state(String state) {
    return status -> status.getState().equals(state);
  }

  String nextDone() throws InterruptedException {
    final String next = done.poll(60, TimeUnit.SECONDS);
    assertThat(next).as("an effect").isNotNull();
    return String.valueOf(next);
  }

  void guest(String worker) {
    ledger.expect(worker, "J1", "ada");
    watch.tell(new NodeEvent.GuestClaimed(worker, "ada"));
    watch.tell(new NodeEvent.GuestStarted(worker));
    watch.tell(new NodeEvent.GuestReady(worker));
  }

  @Override
  public void close() {
    watch.close();
    scheduler.shutdownNow();
  }
}
