package io.lull.platform.windows.watcher;

import io.lull.platform.process.PipeEnd;

/** Accepts watchers. A refused call throws {@code WindowsError}. */
interface WatcherPipe extends AutoCloseable {
  /** Waits for the next one, until this is closed. */
  Caller next();

  /** Also while a thread waits for the next one, which then gets an error. */
  @Override
  void close();

  /**
   * A new connection.
   *
   * @param process that opened the pipe, according to the system
   * @param session of that process, according to the system
   * @param pipeSession from which the pipe was opened, according to the system
   */
  record Caller(PipeEnd end, long process, int session, int pipeSession) {}

  /** Opens one. */
  interface Opener {
    WatcherPipe open();
  }
}
