package io.lull.agent.watcher;

import java.util.Optional;

/**
 * The owner of a watcher's process, according to the system.
 *
 * @param user empty if the system names the session
 * @param session that it may speak for; empty: those of its user
 */
record WatcherIdentity(String user, String session) {
  private static final String ROOT = "root";

  static WatcherIdentity ofUser(String user) {
    return new WatcherIdentity(user, "");
  }

  static WatcherIdentity inSession(String session) {
    return new WatcherIdentity("", session);
  }

  boolean namesSession() {
    return !session.isEmpty();
  }

  /** For people. */
  String name() {
    return namesSession() ? "session " + session : user;
  }

  /**
   * @param watcher the user who watches the computer's own devices; empty: nobody, the agent does
   */
  boolean maySpeakForDevices(Optional<String> watcher) {
    return watcher.isPresent() && (user.equals(watcher.get()) || user.equals(ROOT));
  }

  boolean maySpeakFor(String sessionId, String sessionUser) {
    return namesSession()
        ? session.equals(sessionId)
        : user.equals(sessionUser) || user.equals(ROOT);
  }
}
