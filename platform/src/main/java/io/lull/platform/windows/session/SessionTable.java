package io.lull.platform.windows.session;

import java.util.List;

/** Windows' table of sessions. A refused call throws {@code WindowsError}. */
interface SessionTable {
  /** Of this process; 0 is that of the services. */
  int own();

  List<Row> rows();

  boolean locked(int id);

  /**
   * @param user empty: nobody has logged in there
   */
  record Row(int id, Link link, String user, boolean remote, boolean locked) {
    boolean loggedIn() {
      return !user.isEmpty();
    }
  }

  /** Whether a screen and a keyboard are connected to it. */
  enum Link {
    ACTIVE,
    CONNECTED,
    DISCONNECTED,
    OTHER
  }
}
