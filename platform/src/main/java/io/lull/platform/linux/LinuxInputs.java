package io.lull.platform.linux;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSource;
import io.lull.platform.input.InputSources;
import io.lull.platform.linux.dbus.BusAddress;
import io.lull.platform.linux.dbus.BusSource;
import io.lull.platform.linux.dbus.LogindHints;
import io.lull.platform.linux.kernel.KernelFiles;
import io.lull.platform.linux.kernel.KernelSource;
import io.lull.platform.script.ScriptSource;
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
 * Input of a Linux machine. By itself it takes all that there is: the kernel's devices and
 * terminals, logind's list of sessions, and the graphical session that it is started in, if any;
 * the others have watchers of their own.
 */
public final class LinuxInputs implements InputSources {
  private static final Set<Coverage> EVERYTHING = Set.of(new Coverage.Everything());

  /** By which logind's own library tells whether it runs. */
  private static final Path LIST = Path.of("/run/systemd/seats");

  private final Map<String, String> environment;
  private final Clock clock;

  public LinuxInputs(Map<String, String> environment, Clock clock) {
    this.environment = Map.copyOf(environment);
    this.clock = clock;
  }

  /** The graphical session that an environment shows; empty: there is none. */
  public static Optional<WatchedSession> session(Map<String, String> environment, Clock clock) {
    return LinuxSession.of(
            environment,
            Set.of(new Coverage.Session(environment.getOrDefault("XDG_SESSION_ID", ""))),
            clock)
        .map(session -> session);
  }

  @Override
  public List<InputSource> open(String choice) {
    if (choice.startsWith("script:")) {
      return List.of(ScriptSource.open(Path.of(choice.substring("script:".length())), clock));
    }
    return switch (choice) {
      case "none" -> List.of();
      case "auto" -> all();
      case "x11" ->
          LinuxSession.x11(environment, EVERYTHING, clock)
              .orElseThrow(() ->
                  new IllegalArgumentException(
                      "there is no X display: set DISPLAY, or choose another --input"))
              .sources();
      case "wayland" ->
          LinuxSession.wayland(environment, EVERYTHING, clock)
              .orElseThrow(() ->
                  new IllegalArgumentException(
                      "there is no Wayland compositor: set WAYLAND_DISPLAY and"
                          + " XDG_RUNTIME_DIR, or choose another --input"))
              .sources();
      case "logind" ->
          List.of(BusSource.logind(BusAddress.system(environment), LogindHints.ALONE, clock));
      default ->
          throw new IllegalArgumentException(
              "'"
                  + choice
                  + "' is no input of this system: choose auto, x11, wayland, logind, script:FILE"
                  + " or none");
    };
  }

  /** Where nobody lists the sessions, the one that this program was started in is all there is. */
  private List<InputSource> all() {
    final boolean listed =
        Files.isDirectory(LIST) || environment.containsKey("DBUS_SYSTEM_BUS_ADDRESS");
    final List<InputSource> sources = new ArrayList<>();
    sources.add(new KernelSource(KernelFiles.SYSTEM, clock));
    if (listed) {
      sources.add(BusSource.logind(BusAddress.system(environment), LogindHints.AS_SIGNS, clock));
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
