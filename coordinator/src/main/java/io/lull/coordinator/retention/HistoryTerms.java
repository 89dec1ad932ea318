package io.lull.coordinator.retention;

import io.lull.protocol.text.Durations;
import java.time.Duration;

/**
 * How long it is known what nodes were used for, which says when somebody was there.
 *
 * @param changes for how long each change of a node's state is kept; older ones by the hour
 * @param hours for how long the hours in each state are kept
 */
public record HistoryTerms(Duration changes, Duration hours) {
  private static final Duration SHORTEST = Duration.ofDays(1);
  private static final Duration LONGEST_CHANGES = Duration.ofDays(90);
  private static final Duration LONGEST_HOURS = Duration.ofDays(3_650);

  public static final HistoryTerms USUAL =
      new HistoryTerms(Duration.ofDays(30), Duration.ofDays(400));

  /**
   * @throws IllegalArgumentException with one line when it cannot be
   */
  public HistoryTerms {
    check("--keep-changes", changes, SHORTEST, LONGEST_CHANGES);
    check("--keep-history", hours, changes, LONGEST_HOURS);
  }

  /** Whether an option's duration can be. */
  static void check(String option, Duration duration, Duration shortest, Duration longest) {
    if (duration.compareTo(shortest) < 0 || duration.compareTo(longest) > 0) {
      throw new IllegalArgumentException(
          option
              + " must be between "
              + Durations.format(shortest)
              + " and "
              + Durations.format(longest));
    }
  }
}
