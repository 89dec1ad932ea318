package io.lull.simulator.sharing;

/**
 * For how long a job stands still when its machines change. To begin, to be suspended and to resume
 * costs nothing.
 *
 * @param resizeMillis when it has more or fewer than before
 * @param migrateMillis when it has others, but as many
 */
public record ChangeCost(long resizeMillis, long migrateMillis) {
  public ChangeCost {
    if (resizeMillis < 0 || migrateMillis < 0) {
      throw new IllegalArgumentException("a change takes no less than no time");
    }
  }

  /** As in the study of Chowdhury and others: a migration costs half of a change of the number. */
  public static ChangeCost ofResize(long millis) {
    return new ChangeCost(millis, millis / 2);
  }
}
