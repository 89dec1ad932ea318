package io.lull.platform.macos.session;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSignal.Kind;
import io.lull.platform.input.InputSource;
import io.lull.platform.macos.session.DesktopInput.Desktop;
import io.lull.platform.session.OwnSession;
import io.lull.platform.session.WatchedSession;
import io.lull.platform.source.IdleReading;
import io.lull.platform.source.PolledSource;
import io.lull.protocol.time.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;

/** The sources for macOS' sessions. */
public final class MacSessionSources {
  private static final String LIST = "macos logins";
  private static final Duration POLL_INPUT_EVERY = Duration.ofMillis(100);
  private static final Duration POLL_TERMINALS_EVERY = Duration.ofMillis(250);
  private static final Duration LIST_EVERY = Duration.ofSeconds(2);
  private static final Path DEVICES = Path.of("/dev");

  private final DesktopInput input;
  private final Supplier<List<LoginRow>> logins;
  private final Clock clock;

  public MacSessionSources(Clock clock) {
    this(new NativeDesktopInput(), new RecentLogins(MacSessionSources::logins, clock), clock);
  }

  MacSessionSources(DesktopInput input, Supplier<List<LoginRow>> logins, Clock clock) {
    this.input = input;
    this.logins = logins;
    this.clock = clock;
  }

  /** The session of this process, as in the list of sessions; null: a daemon's. */
  public @Nullable String own() {
    final Desktop desktop = input.desktop();
    return desktop == null ? null : MacSessions.idOfDesktop(desktop.user());
  }

  /** The session of this process, for its watcher; empty: a daemon's. */
  public Optional<WatchedSession> watched() {
    return Optional.ofNullable(own())
        .map(id ->
            new OwnSession(
                id,
                "macos",
                "desktop",
                () -> List.of(desktop(Set.of(new Coverage.Session(id)))),
                () -> own() == null));
  }

  /** Input of this process's desktop session. */
  public InputSource desktop(Set<Coverage> coverage) {
    final String name = "macos desktop";
    return new PolledSource(
        name,
        "Core Graphics' idle times",
        coverage,
        POLL_INPUT_EVERY,
        new DesktopProbe(input),
        List.of(new DesktopState(name, input)),
        clock);
  }

  /**
   * Input of all keyboards and mice. Programs that remap keys hide them from it: by itself it
   * covers no session.
   */
  public InputSource devices(Set<Coverage> coverage) {
    return new PolledSource(
        "macos devices",
        "the input system's idle time",
        coverage,
        POLL_INPUT_EVERY,
        new HidProbe(NativeDesktopInput::hidIdleNanos),
        List.of(),
        clock);
  }

  public InputSource terminals() {
    return new PolledSource(
        "macos terminals",
        "when remote terminals were last read from",
        Set.of(new Coverage.Terminals()),
        POLL_TERMINALS_EVERY,
        new TerminalProbe(logins, MacSessionSources::readEpochMillis, clock),
        List.of(),
        clock);
  }

  /** The probe reads the table, so that a failure makes the source blind. */
  public InputSource list() {
    final long startNanos = clock.nanos();
    return new PolledSource(
        LIST,
        "the table of logins",
        Set.of(new Coverage.SessionList()),
        LIST_EVERY,
        _ -> {
          final List<LoginRow> _ = logins.get();
          return new IdleReading.Seen(startNanos, Kind.UNKNOWN, null);
        },
        List.of(new MacSessions(LIST, logins)),
        clock);
  }

  private static List<LoginRow> logins() {
    return new SystemInfo()
        .getOperatingSystem().getSessions().stream()
            .map(session ->
                new LoginRow(session.getUserName(), session.getTerminalDevice(), session.getHost()))
            .toList();
  }

  private static OptionalLong readEpochMillis(String line) {
    try {
      return OptionalLong.of(
          Files.readAttributes(DEVICES.resolve(line), BasicFileAttributes.class)
              .lastAccessTime()
              .toMillis());
    } catch (IOException | RuntimeException e) {
      return OptionalLong.empty();
    }
  }
}
