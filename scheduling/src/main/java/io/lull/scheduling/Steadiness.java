package io.lull.scheduling;

import java.time.Duration;

/**
 * The value of a node for a job, given that the node's owner may return.
 *
 * <p>Each owner's return costs the job a change, and the time until it has another node. A node
 * whose owner stays away for T is thus of use for T out of T and that time: one that is likely to
 * go soon is worth less than a slower one that stays, but one that stays for a night no more than
 * one that stays for a weekend.
 */
final class Steadiness {
  /** What a job loses, by and large, when a node leaves it. */
  private static final double LOSS_MILLIS = Duration.ofMinutes(10).toMillis();

  /** Where nothing is known. */
  private static final double UNKNOWN_MILLIS = Duration.ofHours(1).toMillis();

  private Steadiness() {}

  /**
   * @param speed relative to other nodes
   * @param likelyIdleMillis 0 when it is not known
   */
  static double worth(double speed, long likelyIdleMillis) {
    final double stays = likelyIdleMillis > 0 ? likelyIdleMillis : UNKNOWN_MILLIS;
    return speed * stays / (stays + LOSS_MILLIS);
  }
}
