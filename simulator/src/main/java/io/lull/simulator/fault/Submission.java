package io.lull.simulator.fault;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * A user submits a job.
 *
 * @param atMillis since the beginning
 * @param leastWorkers without which it does not run
 */
public record Submission(long atMillis, int leastWorkers, int mostWorkers, Model model) {
  /** What kind of program it is of. */
  public enum Model {
    /** One that can be reconfigured; two disks have each of its pieces. */
    GRID,

    /** One that can be reconfigured; its pieces are coded. */
    CODED,

    /** One that keeps the number of workers with which it began. */
    MOLDABLE,

    /** Independent tasks. */
    BAG,

    /** Independent tasks, each of which runs on two nodes. */
    REPLICATED;

    /** As files and screens have it. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Model> of(String word) {
      return Arrays.stream(values()).filter(model -> model.word().equals(word)).findFirst();
    }
  }

  /**
   * @throws IllegalArgumentException with one line
   */
  public Submission {
    if (atMillis < 0 || atMillis > Fault.MOST_MILLIS) {
      throw new IllegalArgumentException("a job at " + atMillis + " ms is out of range");
    }
    if (leastWorkers < 1 || mostWorkers < leastWorkers) {
      throw new IllegalArgumentException(
          "a job of " + leastWorkers + " to " + mostWorkers + " workers cannot be");
    }
  }

  Submission as(Model other) {
    return new Submission(atMillis, leastWorkers, mostWorkers, other);
  }
}
