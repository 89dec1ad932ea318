package io.lull.agent.watcher;

/**
 * Whose process a watcher is, as the system says.
 *
 * @param user empty where the system names the session
 * @param session the one that it may speak for; empty: for those of its user
 */
record Speaker(String user, String session) {
  private static final String ROOT = "root";

  static Speaker ofUser(String user) {
    return new Speaker(user, "");
  }

  static Speaker inSession(String session) {
    return new Speaker("", session);
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
