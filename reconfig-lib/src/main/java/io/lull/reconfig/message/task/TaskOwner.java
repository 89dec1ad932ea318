package io.lull.reconfig.message.task;

/** Has the tasks of a worker, and hears of what they do at their safe points. Any thread. */
interface TaskOwner extends TaskServices {

  /** A task has been captured; its fields may change again. */
  void captured(RunningTask task, TaskBody.Captured captured);

  /**
   * A task is at a safe point, and to move.
   *
   * @return whether it is under way: its thread ends
   */
  boolean sendAway(RunningTask task, String to);

  void ended(RunningTask task);
}
