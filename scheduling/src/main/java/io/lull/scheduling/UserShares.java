package io.lull.scheduling;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Each user's share of the idle nodes, by their recent use.
 *
 * <p>A user with half the average use of those who have jobs now gets twice the share, and so on,
 * by steps of two so that a second of use does not move a node.
 */
final class UserShares {
  /** Nobody gets more than so many times, or less than one so manieth of, an average share. */
  private static final int MOST_DOUBLINGS = 2;

  /** What counts as having had nothing: an hour on one node. */
  private static final double NEGLIGIBLE_NODE_SECONDS = 3600;

  private final Map<String, Double> weights = new HashMap<>();

  UserShares(List<JobDemand> jobs, Map<String, Double> usageNodeSeconds) {
    final List<String> users =
        jobs.stream().map(job -> job.turn().user()).distinct().sorted().toList();
    final double mean =
        users.stream().mapToDouble(user -> usage(usageNodeSeconds, user)).average().orElse(0);
    for (final String user : users) {
      final double ratio =
          (usage(usageNodeSeconds, user) + NEGLIGIBLE_NODE_SECONDS)
              / (mean + NEGLIGIBLE_NODE_SECONDS);
      final long doublings = -Math.round(Math.log(ratio) / Math.log(2));
      weights.put(user, Math.scalb(1.0, Math.clamp(doublings, -MOST_DOUBLINGS, MOST_DOUBLINGS)));
    }
  }

  private static double usage(Map<String, Double> usageNodeSeconds, String user) {
    final double usage = usageNodeSeconds.getOrDefault(user, 0.0);
    return Double.isFinite(usage) && usage > 0 ? usage : 0;
  }

  /** Relative to an average user's. */
  double weight(String user) {
    return weights.getOrDefault(user, 1.0);
  }
}
