package io.lull.reconfig.message.task;

import io.lull.protocol.time.Clock;
import io.lull.reconfig.message.Task;
import io.lull.reconfig.message.routing.CopyBudget;
import io.lull.reconfig.message.routing.Envelope;
import io.lull.reconfig.message.routing.Receipt;

/** What a task needs of its worker. Any thread. */
interface TaskServices {

  /** With so many tasks the program began. */
  int count();

  TaskCodec codec();

  Clock clock();

  /** Of all tasks of the worker. */
  CopyBudget copies();

  /** Likewise. */
  Polling polling();

  /** Grows when all tasks are given up: what belongs to an earlier life goes nowhere. */
  long life();

  /** Brings a message to its task, wherever that is, if this is still the life that it is of. */
  void deliver(Envelope envelope, long life);

  /** Brings a receipt to its task likewise; it does not wait. */
  void deliver(Receipt receipt, long life);

  /** So often all tasks are to have been captured. */
  long captureDue();

  /**
   * A task has begun another one, which begins on the same worker, unless it has begun before.
   *
   * @param captures how often the parent had been captured
   * @param life of the parent
   */
  void spawned(long id, Task child, long captures, long life);

  /** A task failed: the job fails. */
  void failed(long task, Throwable failure);
}
