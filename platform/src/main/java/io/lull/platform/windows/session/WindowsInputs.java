package io.lull.platform.windows.session;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSource;
import io.lull.platform.input.InputSources;
import io.lull.platform.script.InputChoices;
import io.lull.platform.session.WatchedSession;
import io.lull.platform.source.FailedSource;
import io.lull.protocol.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Input as a service sees it, which is the list of sessions, or as a program in a session does. */
public final class WindowsInputs implements InputSources {
  private final WindowsSessionSources sessions;
  private final Clock clock;

  public WindowsInputs(Clock clock) {
    this(new WindowsSessionSources(clock), clock);
  }

  WindowsInputs(WindowsSessionSources sessions, Clock clock) {
    this.sessions = sessions;
    this.clock = clock;
  }

  @Override
  public List<InputSource> open(String choice) {
    return new InputChoices(clock)
        .with("auto", this::automatic)
        .with("windows", this::own)
        .open(choice);
  }

  /** The session of this process; empty: a service's, which has no user. */
  public static Optional<WatchedSession> session(Clock clock) {
    return new WindowsSessionSources(clock).watched();
  }

  private List<InputSource> own() {
    if (sessions.isService()) {
      throw new IllegalArgumentException(
          "a Windows service sees no input of its own: choose auto, or start the agent in the"
              + " owner's session");
    }
    return List.of(sessions.input(Set.of(new Coverage.Everything())));
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
          new FailedSource("auto", "Windows does not answer about sessions: " + e.getMessage()));
    }
  }
}
