package io.lull.platform.linux;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSource;
import io.lull.platform.linux.dbus.BusAddress;
import io.lull.platform.linux.dbus.BusSource;
import io.lull.platform.linux.wayland.WaylandInput;
import io.lull.platform.linux.x11.X11FullScreen;
import io.lull.platform.linux.x11.X11Input;
import io.lull.platform.session.WatchedSession;
import io.lull.platform.source.FailedSource;
import io.lull.platform.source.FirstWorkingSource;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The graphical session of an environment. Its type counts, not its variables: an X server within a
 * Wayland session sets DISPLAY and does not see the input.
 */
final class LinuxSession implements WatchedSession {
  private static final String WAYLAND = "wayland";
  private static final String X11 = "x11";
  private static final Path SESSIONS = Path.of("/run/systemd/sessions");
  private static final Path X_SOCKETS = Path.of("/tmp/.X11-unix");

  private final Map<String, String> environment;
  private final String kind;
  private final Set<Coverage> coverage;
  private final Clock clock;
  private final boolean listed;

  private LinuxSession(
      Map<String, String> environment, String kind, Set<Coverage> coverage, Clock clock) {
    this.environment = Map.copyOf(environment);
    this.kind = kind;
    this.coverage = Set.copyOf(coverage);
    this.clock = clock;
    this.listed = !id().isEmpty() && Files.exists(SESSIONS.resolve(id()));
  }

  /**
   * Empty: none.
   *
   * @param coverage of its input
   */
  static Optional<LinuxSession> of(
      Map<String, String> environment, Set<Coverage> coverage, Clock clock) {
    final boolean wayland = !environment.getOrDefault("WAYLAND_DISPLAY", "").isEmpty();
    final boolean x11 = !environment.getOrDefault("DISPLAY", "").isEmpty();
    final String kind =
        switch (environment.getOrDefault("XDG_SESSION_TYPE", "")) {
          case WAYLAND -> WAYLAND;
          case X11 -> X11;
          default -> wayland ? WAYLAND : x11 ? X11 : "";
        };
    return kind.isEmpty() || (kind.equals(X11) && !x11)
        ? Optional.empty()
        : Optional.of(new LinuxSession(environment, kind, coverage, clock));
  }

  /** The session of the X display, whatever else there is. */
  static Optional<LinuxSession> x11(
      Map<String, String> environment, Set<Coverage> coverage, Clock clock) {
    return environment.getOrDefault("DISPLAY", "").isEmpty()
        ? Optional.empty()
        : Optional.of(new LinuxSession(environment, X11, coverage, clock));
  }

  /** The session of the Wayland compositor, whatever else there is. */
  static Optional<LinuxSession> wayland(
      Map<String, String> environment, Set<Coverage> coverage, Clock clock) {
    final LinuxSession session = new LinuxSession(environment, WAYLAND, coverage, clock);
    return session.compositor() == null && session.bus().isEmpty()
        ? Optional.empty()
        : Optional.of(session);
  }

  @Override
  public String id() {
    return environment.getOrDefault("XDG_SESSION_ID", "");
  }

  @Override
  public String kind() {
    return kind;
  }

  @Override
  public String display() {
    return environment.getOrDefault(kind.equals(X11) ? "DISPLAY" : "WAYLAND_DISPLAY", "");
  }

  @Override
  public List<InputSource> sources() {
    final List<InputSource> sources = new ArrayList<>();
    sources.add(input());
    if (kind.equals(X11)) {
      sources.add(X11FullScreen.source(display(), authority(), clock));
    }
    bus().ifPresent(bus -> sources.add(BusSource.desktop(bus, clock)));
    return List.copyOf(sources);
  }

  /** Everything that sees the input, as one source. */
  private InputSource input() {
    if (kind.equals(X11)) {
      return X11Input.source(display(), authority(), coverage, clock);
    }
    final List<Supplier<? extends InputSource>> ways = new ArrayList<>();
    final Path compositor = compositor();
    if (compositor != null) {
      ways.add(() -> WaylandInput.source(compositor, coverage, clock));
    }
    bus()
        .ifPresent(bus -> {
          ways.add(() -> BusSource.mutterIdle(bus, coverage, clock));
          ways.add(() -> BusSource.kdeIdle(bus, coverage, clock));
        });
    final String name = ("wayland " + display()).strip();
    if (ways.isEmpty()) {
      return new FailedSource(
          name, "neither WAYLAND_DISPLAY nor DBUS_SESSION_BUS_ADDRESS says where the desktop is");
    }
    return new FirstWorkingSource(name, ways);
  }

  private Optional<BusAddress> bus() {
    return BusAddress.session(environment);
  }

  private @Nullable Path compositor() {
    final String display = environment.getOrDefault("WAYLAND_DISPLAY", "");
    final String folder = environment.getOrDefault("XDG_RUNTIME_DIR", "");
    if (display.isEmpty()) {
      return null;
    }
    final Path socket = Path.of(folder).resolve(display);
    return socket.isAbsolute() ? socket : null;
  }

  private @Nullable Path authority() {
    final String named = environment.getOrDefault("XAUTHORITY", "");
    if (!named.isEmpty()) {
      return Path.of(named);
    }
    final String home = environment.getOrDefault("HOME", "");
    return home.isEmpty() ? null : Path.of(home, ".Xauthority");
  }

  @Override
  public boolean over() {
    if (listed) {
      return !Files.exists(SESSIONS.resolve(id()));
    }
    final Path socket = kind.equals(X11) ? xSocket() : compositor();
    if (socket == null) {
      return false;
    }
    try (SocketChannel _ = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  /** Null: another machine's. */
  private @Nullable Path xSocket() {
    final String display = display();
    final String number = display.replaceFirst("^(unix)?:(\\d+)(\\.\\d+)?$", "$2");
    return number.equals(display) ? null : X_SOCKETS.resolve("X" + number);
  }
}
