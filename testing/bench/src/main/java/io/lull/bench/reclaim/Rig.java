package io.lull.bench.reclaim;

import io.lull.agent.core.owner.Confinement;
import io.lull.agent.core.owner.GuestControl;
import io.lull.agent.core.owner.GuestRecorder;
import io.lull.agent.core.owner.NodeEffect;
import io.lull.agent.core.owner.NodeEvent;
import io.lull.agent.owner.OwnerListener;
import io.lull.agent.owner.OwnerWatch;
import io.lull.agent.settings.SettingsStore;
import io.lull.platform.Platform;
import io.lull.platform.guest.Guest;
import io.lull.platform.guest.GuestId;
import io.lull.platform.guest.GuestLimits;
import io.lull.platform.guest.GuestSpec;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.NodeStatus;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The agent without its coordinator: its input sources, its owner's watch and its way of starting
 * and holding guests, in a process with the agent's flags. Takes orders from its standard input, a
 * line each, and says what happens on its standard output.
 */
public final class Rig implements GuestControl, OwnerListener {
  private static final Duration KILL_WITHIN = Duration.ofSeconds(10);
  private static final long GUEST_BYTES = 256L << 20;

  private final Platform platform;
  private final Map<String, Guest> guests = new ConcurrentHashMap<>();
  private @Nullable OwnerWatch watch;
  private String state = "";

  private Rig(Platform platform) {
    this.platform = platform;
  }

  /**
   * @param arguments a folder, with the settings in {@code agent.conf}, and what {@code --input}
   *     would say; without it nobody watches and guests are held when told so
   */
  public static void main(String[] arguments) throws IOException {
    final Platform platform =
        Platform.load(
            System.getProperty("os.name", ""),
            System.getenv(),
            Platform.Others.NONE,
            SystemClock.INSTANCE);
    final Rig rig = new Rig(platform);
    Runtime.getRuntime().addShutdownHook(new Thread(rig::end));
    if (arguments.length > 1) {
      final Path folder = Path.of(arguments[0]);
      final OwnerWatch watch =
          new OwnerWatch(
              platform,
              platform.inputs().open(arguments[1]),
              SettingsStore.open(folder.resolve("agent.conf"), folder),
              Confinement.COMPLETE,
              SystemClock.INSTANCE,
              ZoneId.systemDefault());
      rig.watch = watch;
      watch.start(rig, rig::processes, rig, GuestRecorder.NONE);
    }
    rig.say("guests run with " + platform.guests().priority());
    try (BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String order = orders.readLine(); order != null; order = orders.readLine()) {
        rig.obey(order.split("\t"));
      }
    }
    System.exit(0);
  }

  private void obey(String[] order) throws IOException {
    final String worker = order[1];
    switch (order[0]) {
      case "start" -> {
        tell(new NodeEvent.GuestClaimed(worker, "bench"));
        guests.put(
            worker,
            platform
                .guests()
                .start(
                    new GuestSpec(
                        List.of(order).subList(3, order.length),
                        Map.of("PATH", "/usr/bin:/bin"),
                        Path.of(order[2]),
                        new GuestLimits(Runtime.getRuntime().availableProcessors(), GUEST_BYTES))));
        tell(new NodeEvent.GuestStarted(worker));
        // First this, then that the node runs: readers expect this order.
        say("started " + worker);
        tell(new NodeEvent.GuestReady(worker));
      }
      case "hold" -> hold(worker, Double.parseDouble(order[2]));
      case "release" -> release(worker);
      case "suspend" -> suspend(worker);
      case "resume" -> resume(worker);
      case "kill" -> kill(worker, "told so");
      default -> throw new IllegalArgumentException(order[0]);
    }
  }

  private void tell(NodeEvent event) {
    final OwnerWatch told = watch;
    if (told != null) {
      told.tell(event);
    }
  }

  private synchronized void say(String line) {
    System.out.println(line);
    System.out.flush();
  }

  private void with(String worker, Consumer<Guest> action) {
    final Guest guest = guests.get(worker);
    if (guest != null) {
      action.accept(guest);
    }
  }

  private void end() {
    guests.values().forEach(guest -> guest.kill(KILL_WITHIN));
  }

  @Override
  public void hold(String worker, double cores) {
    with(worker, guest -> guest.hold(cores));
    say("held " + worker + " " + SystemClock.INSTANCE.nanos() + " " + cores);
  }

  @Override
  public void release(String worker) {
    with(worker, Guest::release);
  }

  @Override
  public boolean suspend(String worker) {
    final Guest guest = guests.get(worker);
    final boolean still = guest == null || guest.suspend();
    say("held " + worker + " " + SystemClock.INSTANCE.nanos() + " 0");
    return still;
  }

  @Override
  public void resume(String worker) {
    with(worker, Guest::resume);
  }

  @Override
  public void kill(String worker, String reason) {
    Thread.ofVirtual()
        .start(() -> {
          with(worker, guest -> guest.kill(KILL_WITHIN));
          guests.remove(worker);
          say("gone " + worker);
          tell(new NodeEvent.GuestGone(worker));
        });
  }

  private Collection<GuestId> processes() {
    return guests.values().stream().map(Guest::id).toList();
  }

  @Override
  public void status(NodeStatus status) {
    if (!status.getState().equals(state)) {
      state = status.getState();
      say("state " + state);
    }
  }

  @Override
  public void vacated(NodeEffect.ReportVacated guest) {}

  @Override
  public void quit() {}
}
