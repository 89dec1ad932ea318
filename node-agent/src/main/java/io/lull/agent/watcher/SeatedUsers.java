package io.lull.agent.watcher;

import io.lull.platform.input.InputSource;
import java.util.List;

/**
 * Who is logged in at one of this computer's own seats, as the system's list of sessions says: the
 * people who may decide for it. Nobody, where there is no such list. Safe for several threads.
 */
public final class SeatedUsers {
  private final KnownSessions sessions = new KnownSessions();

  /** These sources, overheard from now on. */
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
