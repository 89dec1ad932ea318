package io.lull.agent.worker;

import io.lull.protocol.wire.FromWorker;
import io.lull.protocol.wire.WorkerEnded;

/** Receives events of workers, on their threads: every method is quick. */
public interface WorkerListener {
  void started(String worker);

  /**
   * @return false if the report cannot be kept: the worker is then ended
   */
  boolean said(FromWorker report);

  /** Its processes have ended and their memory is free, or it never started. */
  void ended(WorkerEnded ended);
}
