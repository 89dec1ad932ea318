package io.lull.coordinator.retention;

import java.time.Duration;

/**
 * Retention periods of ended jobs, their files, and the history of nodes.
 *
 * @param outputs for how long after a job's end its outputs and its log are kept, if there is room
 * @param jobs for how long after its end a job is remembered
 * @param mostJobs how many that have ended are remembered
 * @param history of nodes
 */
public record RetentionTerms(Duration outputs, Duration jobs, int mostJobs, HistoryTerms history) {
  /** Outputs must be fetched before the job's end is forgotten. */
  static final Duration SHORTEST = Duration.ofHours(1);

  private static final Duration LONGEST = Duration.ofDays(3_650);
  private static final int FEWEST = 100;
  private static final int MOST = 200_000;

  public static final RetentionTerms USUAL =
      new RetentionTerms(Duration.ofDays(30), Duration.ofDays(90), 20_000, HistoryTerms.USUAL);

  public RetentionTerms {
    HistoryTerms.check("--keep-outputs", outputs, SHORTEST, LONGEST);
    HistoryTerms.check("--keep-jobs", jobs, SHORTEST, LONGEST);
    if (mostJobs < FEWEST || mostJobs > MOST) {
      throw new IllegalArgumentException("--most-jobs must be between " + FEWEST + " and " + MOST);
    }
  }
}
