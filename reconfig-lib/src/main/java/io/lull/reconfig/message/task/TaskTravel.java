package io.lull.reconfig.message.task;

/**
 * Where a task has been.
 *
 * @param version of its place: that of its next place is greater
 * @param moves how often it has come to another worker
 */
record TaskTravel(long version, int moves) {
  static final TaskTravel NONE = new TaskTravel(0, 0);

  /** Its place is of this version at least. */
  TaskTravel atLeast(long least) {
    return new TaskTravel(Math.max(version, least), moves);
  }

  TaskTravel departing() {
    return new TaskTravel(version + 1, moves);
  }

  TaskTravel arrived() {
    return new TaskTravel(version, moves + 1);
  }
}
