package io.lull.platform.windows.watcher;

import io.lull.platform.process.PipeEnd;

/** Where watchers come in. A refused call is a {@code Refusal}. */
interface WatcherPipe extends AutoCloseable {
  /** Waits for the next, until this is closed. */
  Caller next();

  /** Also under a thread that waits for the next, which then meets a {@code Refusal}. */
  @Override
  void close();

  /**
   * Who has come.
   *
   * @param process that opened the pipe, as the system says
   * @param session that this process is in, as the system says
   * @param pipeSession that the pipe was opened from, as the system says
   */
  record Caller(PipeEnd end, long process, int session, int pipeSession) {}

  /** Opens one. */
  interface Opener {
    WatcherPipe open();
  }
}
