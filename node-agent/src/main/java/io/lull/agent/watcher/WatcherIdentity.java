package io.lull.agent.watcher;

/**
 * Whose process a watcher is, as the system says.
 *
 * @param user empty where the system names the session
 * @param session the one that it may speak for; empty: for those of its user
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
