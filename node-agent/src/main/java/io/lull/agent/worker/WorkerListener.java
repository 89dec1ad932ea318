package io.lull.agent.worker;

import io.lull.protocol.wire.FromWorker;
import io.lull.protocol.wire.WorkerEnded;

/** Hears what becomes of workers, on their threads: every method is quick. */
public interface WorkerListener {
  void started(String worker);

  /**
   * @return false when the report cannot be kept: the worker is then ended
   */
  boolean said(FromWorker report);

  /** Its processes are gone and their memory is free, or it was never started. */
  void ended(WorkerEnded ended);
}
