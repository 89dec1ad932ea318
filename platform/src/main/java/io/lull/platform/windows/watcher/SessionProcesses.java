package io.lull.platform.windows.watcher;

/** The system's way to start a program in a session. A refused call throws {@code WindowsError}. */
interface SessionProcesses extends AutoCloseable {
  /**
   * Starts it as the session's user, on the session's desktop; it ends with this process at the
   * latest.
   */
  Running start(int session);

  @Override
  void close();

  /** A started process. */
  interface Running {
    boolean ended();

    /** Ends it by force, if it still runs, and releases it. */
    void end();
  }
}
