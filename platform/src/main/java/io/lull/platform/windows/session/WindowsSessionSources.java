package io.lull.platform.windows.session;

import io.lull.platform.input.Coverage;
import io.lull.platform.input.InputSource;
import io.lull.platform.session.OwnSession;
import io.lull.platform.session.WatchedSession;
import io.lull.protocol.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The sources for Windows' sessions. */
public final class WindowsSessionSources {
  private final SessionTable table;
  private final Clock clock;

  public WindowsSessionSources(Clock clock) {
    this(new NativeSessionTable(), clock);
  }

  WindowsSessionSources(SessionTable table, Clock clock) {
    this.table = table;
    this.clock = clock;
  }

  /** Of this process. */
  public int own() {
    return table.own();
  }

  /** A service has a session without a user, in which input is never seen. */
  public boolean isService() {
    return table.own() == 0;
  }

  public InputSource input(Set<Coverage> coverage) {
    return new WindowsSessionSource(
        coverage, new NativeSessionInput(), table, NativeMessageWindow::open, clock);
  }

  public InputSource list() {
    return new WindowsSessions(table, NativeMessageWindow::open, clock);
  }

  /** Follows who is logged in. */
  public interface Follower {
    /**
     * @param name of the reporting thread
     * @param hear called each second, and at each change
     * @return ends the reports when closed
     */
    AutoCloseable follow(String name, Consumer<LoggedInSessions> hear);
  }

  public Follower follower() {
    return (name, hear) ->
        SessionFollower.follow(name, table, hear, NativeMessageWindow::open, clock);
  }

  /** The session of this process, for its watcher. */
  public Optional<WatchedSession> watched() {
    return isService() ? Optional.empty() : Optional.of(session(Integer.toString(own())));
  }

  /** Windows ends a session's programs with it: for them it never ends. */
  private WatchedSession session(String id) {
    return new OwnSession(
        id,
        "windows",
        "session " + id,
        () -> List.of(input(Set.of(new Coverage.Session(id)))),
        () -> false);
  }
}
