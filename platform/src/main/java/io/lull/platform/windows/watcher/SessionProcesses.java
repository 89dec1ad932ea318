package io.lull.platform.windows.watcher;

/** The system's way to start a program in a session. A refused call is a {@code Refusal}. */
interface SessionProcesses extends AutoCloseable {
  /** As the session's user, on the session's desktop; it ends with this process at the latest. */
  Running start(int session);

  @Override
  void close();

  /** One that was started. */
  interface Running {
    boolean ended();

    /** By force, if it still runs; nothing of it is held any more. */
    void end();
  }
}
