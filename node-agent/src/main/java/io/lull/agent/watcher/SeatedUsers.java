package io.lull.agent.watcher;

import io.lull.platform.input.InputSource;
import java.util.List;

/**
 * Who is logged in at one of this computer's own seats, according to the system's list of sessions:
 * the people who may decide for it. Nobody, without such a list. Safe for several threads.
 */
public final class SeatedUsers {
  private final KnownSessions sessions = new KnownSessions();

  /** Wraps these sources and reads their signals. */
  public List<InputSource> over(List<InputSource> sources) {
    return sessions.over(sources);
  }

  /**
   * @param user by the system's name
   */
  public boolean has(String user) {
    return sessions.ofUser(user).stream()
        .anyMatch(session -> !session.remote() && !session.seat().isEmpty());
  }
}
