package io.lull.scheduling;

import java.time.Duration;

/**
 * The settings of sharing that an administrator can change.
 *
 * @param slice a job that was given nodes keeps its minimum for so long, even if others wait
 * @param patience a job that has waited for so long comes before those that have had their slice
 * @param coolDown for so long after a change a job is neither grown nor shrunk for fairness' sake
 * @param settle a node is given to a job only when it has been available for so long
 * @param limits on what users have at a time
 */
public record SharingTerms(
    Duration slice, Duration patience, Duration coolDown, Duration settle, UserLimits limits) {
  public static final SharingTerms DEFAULT =
      new SharingTerms(
          Duration.ofMinutes(30), Duration.ofMinutes(30), Duration.ZERO, Duration.ZERO);

  public SharingTerms {
    if (slice.isNegative()
        || patience.isNegative()
        || coolDown.isNegative()
        || settle.isNegative()) {
      throw new IllegalArgumentException("no time of the terms of sharing is below zero");
    }
  }

  /** Without limits on what users have. */
  public SharingTerms(Duration slice, Duration patience, Duration coolDown, Duration settle) {
    this(slice, patience, coolDown, settle, UserLimits.NONE);
  }

  public SharingTerms with(UserLimits now) {
    return new SharingTerms(slice, patience, coolDown, settle, now);
  }
}
