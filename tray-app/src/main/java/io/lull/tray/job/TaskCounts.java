package io.lull.tray.job;

/** What became of the tasks of a bag; none of another job. */
public record TaskCounts(int total, int done, int failed, int running) {
  public static final TaskCounts NONE = new TaskCounts(0, 0, 0, 0);

  public int waiting() {
    return total - done - failed - running;
  }
}
