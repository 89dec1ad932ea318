package io.lull.simulator.fault;

/**
 * A user submits a job.
 *
 * @param atMillis since the beginning
 * @param leastWorkers without which it does not run
 */
public record Submission(long atMillis, int leastWorkers, int mostWorkers) {
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
}
