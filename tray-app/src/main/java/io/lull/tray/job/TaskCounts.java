package io.lull.tray.job;

/** The numbers of a bag's tasks by result; zero for other jobs. */
public record TaskCounts(int total, int done, int failed, int running) {
  public static final TaskCounts NONE = new TaskCounts(0, 0, 0, 0);

  public int waiting() {
    return total - done - failed - running;
  }
}
