package io.lull.platform.linux;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSource;
import io.lull.platform.input.InputSources;
import io.lull.platform.linux.dbus.BusAddress;
import io.lull.platform.linux.dbus.BusSource;
import io.lull.platform.linux.dbus.LogindHints;
import io.lull.platform.linux.kernel.KernelFiles;
import io.lull.platform.linux.kernel.KernelSource;
import io.lull.platform.script.InputChoices;
import io.lull.platform.session.WatchedSession;
import io.lull.protocol.time.Clock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Input of a Linux machine. The choice {@code auto} takes every source: the kernel's devices and
 * terminals unless another process watches them, logind's list of sessions, and the graphical
 * session that the agent was started in, if any. Each other session has its own watcher.
 */
public final class LinuxInputs implements InputSources {
  private static final Set<Coverage> EVERYTHING = Set.of(new Coverage.Everything());

  /** Exists while logind runs: logind's own library tests this folder. */
  private static final Path LIST = Path.of("/run/systemd/seats");

  private final Map<String, String> environment;
  private final boolean watchesDevices;
  private final Clock clock;

  /**
   * @param watchesDevices whether this process does
   */
  public LinuxInputs(Map<String, String> environment, boolean watchesDevices, Clock clock) {
    this.environment = Map.copyOf(environment);
    this.watchesDevices = watchesDevices;
    this.clock = clock;
  }

  /** The computer's own input devices. */
  public static WatchedSession devices(Clock clock) {
    return new WatchedDevices(clock);
  }

  /** The graphical session of an environment; empty: none. */
  public static Optional<WatchedSession> session(Map<String, String> environment, Clock clock) {
    return LinuxSession.of(
            environment,
            Set.of(new Coverage.Session(environment.getOrDefault("XDG_SESSION_ID", ""))),
            clock)
        .map(session -> session);
  }

  @Override
  public List<InputSource> open(String choice) {
    return new InputChoices(clock)
        .with("auto", this::all)
        .with("x11", this::x11)
        .with("wayland", this::wayland)
        .with("logind", () -> List.of(logind(LogindHints.ALONE)))
        .open(choice);
  }

  private List<InputSource> x11() {
    return LinuxSession.x11(environment, EVERYTHING, clock)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "there is no X display: set DISPLAY, or choose another --input"))
        .sources();
  }

  private List<InputSource> wayland() {
    return LinuxSession.wayland(environment, EVERYTHING, clock)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "there is no Wayland compositor: set WAYLAND_DISPLAY and"
                    + " XDG_RUNTIME_DIR, or choose another --input"))
        .sources();
  }

  private InputSource logind(LogindHints hints) {
    return BusSource.logind(BusAddress.system(environment), hints, clock);
  }

  /** Without logind, the session that this program was started in is the only one. */
  private List<InputSource> all() {
    final boolean listed =
        Files.isDirectory(LIST) || environment.containsKey("DBUS_SYSTEM_BUS_ADDRESS");
    final List<InputSource> sources = new ArrayList<>();
    if (watchesDevices) {
      sources.add(new KernelSource(KernelFiles.SYSTEM, clock));
    }
    if (listed) {
      sources.add(logind(LogindHints.AS_SIGNS));
    }
    LinuxSession.of(
            environment,
            listed
                ? Set.of(new Coverage.Session(environment.getOrDefault("XDG_SESSION_ID", "")))
                : EVERYTHING,
            clock)
        .ifPresent(session -> sources.addAll(session.sources()));
    return List.copyOf(sources);
  }
}
