package io.lull.agent.watcher;

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

  boolean maySpeakFor(String sessionId, String sessionUser) {
    return namesSession()
        ? session.equals(sessionId)
        : user.equals(sessionUser) || user.equals(ROOT);
  }
}
