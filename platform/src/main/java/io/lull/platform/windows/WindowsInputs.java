package io.lull.platform.windows;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSource;
import io.lull.platform.input.InputSources;
import io.lull.platform.script.ScriptSource;
import io.lull.platform.session.WatchedSession;
import io.lull.platform.source.BlindSource;
import io.lull.platform.windows.session.SessionSources;
import io.lull.protocol.time.Clock;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Input as a service sees it (which sessions there are), or as a program in a session does. */
public final class WindowsInputs implements InputSources {
  private final SessionSources sessions;
  private final Clock clock;

  public WindowsInputs(Clock clock) {
    this(new SessionSources(clock), clock);
  }

  WindowsInputs(SessionSources sessions, Clock clock) {
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
      case "windows" -> {
        if (sessions.isService()) {
          throw new IllegalArgumentException(
              "a Windows service sees no input of its own: choose auto, or start the agent in the"
                  + " owner's session");
        }
        yield List.of(sessions.input(Set.of(new Coverage.Everything())));
      }
      case "auto" -> automatic();
      default ->
          throw new IllegalArgumentException(
              "'"
                  + choice
                  + "' is no input of this system: choose auto, windows, script:FILE or none");
    };
  }

  /** The session that this process is in; empty: a service's, where nobody ever is. */
  public static Optional<WatchedSession> session(Clock clock) {
    return new SessionSources(clock).watched();
  }

  private List<InputSource> automatic() {
    try {
      return sessions.isService()
          ? List.of(sessions.list())
          : List.of(
              sessions.input(Set.of(new Coverage.Session(Integer.toString(sessions.own())))),
              sessions.list());
    } catch (RuntimeException | LinkageError e) {
      return List.of(
          new BlindSource("auto", "Windows does not answer about sessions: " + e.getMessage()));
    }
  }
}
