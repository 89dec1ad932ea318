package io.lull.scheduling;

import java.util.List;
import java.util.Map;

/**
 * All that the policy may know. Neither the order of the nodes nor that of the jobs means anything.
 *
 * @param nowMillis the time of the snapshot, as epoch milliseconds
 * @param usageNodeSeconds what each user has had lately, older use counting less; 0 for those who
 *     are not in it
 */
public record ClusterSnapshot(
    long nowMillis,
    List<NodeOffer> nodes,
    List<JobDemand> jobs,
    Map<String, Double> usageNodeSeconds,
    SharingTerms terms) {
  public ClusterSnapshot {
    nodes = List.copyOf(nodes);
    jobs = List.copyOf(jobs);
    usageNodeSeconds = Map.copyOf(usageNodeSeconds);
  }
}
