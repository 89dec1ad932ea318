package io.lull.reconfig.message.task;

/**
 * The task goes on elsewhere, or from an earlier state: what this thread computes is of no use. It
 * passes through the author's code; an {@link Error}, so that no program catches it by accident.
 */
final class TaskStopped extends Error {
  private static final long serialVersionUID = 1;

  TaskStopped() {
    super("the task goes on elsewhere", null, false, false);
  }
}
