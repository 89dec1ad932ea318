package io.lull.platform.macos;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSource;
import io.lull.platform.input.InputSources;
import io.lull.platform.macos.session.SessionSources;
import io.lull.platform.script.ScriptSource;
import io.lull.platform.session.WatchedSession;
import io.lull.platform.source.BlindSource;
import io.lull.protocol.time.Clock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Input as a daemon sees it, or as a program in a desktop session does. */
public final class MacInputs implements InputSources {
  private final SessionSources sessions;
  private final Clock clock;

  public MacInputs(Clock clock) {
    this(new SessionSources(clock), clock);
  }

  MacInputs(SessionSources sessions, Clock clock) {
    this.sessions = sessions;
    this.clock = clock;
  }

  @Override
  public List<InputSource> open(String choice) {
    if (choice.startsWith("script:")) {
      return List.of(ScriptSource.open(Path.of(choice.substring("script:".length())), clock));
    }
    return switch (choice) {
      case "none" -> List.of();
      case "macos" ->
          List.of(
              sessions.own() == null
                  ? sessions.devices(Set.of(new Coverage.Everything()))
                  : sessions.desktop(Set.of(new Coverage.Everything())));
      case "auto" -> automatic();
      default ->
          throw new IllegalArgumentException(
              "'"
                  + choice
                  + "' is no input of this system: choose auto, macos, script:FILE or none");
    };
  }

  /** The desktop session that this process is in; empty: a daemon's. */
  public static Optional<WatchedSession> session(Clock clock) {
    return new SessionSources(clock).watched();
  }

  private List<InputSource> automatic() {
    try {
      final List<InputSource> all = new ArrayList<>();
      final String own = sessions.own();
      if (own != null) {
        all.add(sessions.desktop(Set.of(new Coverage.Session(own))));
      }
      all.add(sessions.devices(Set.of()));
      all.add(sessions.terminals());
      all.add(sessions.list());
      return List.copyOf(all);
    } catch (RuntimeException | LinkageError e) {
      return List.of(
          new BlindSource("auto", "macOS does not answer about sessions: " + e.getMessage()));
    }
  }
}
