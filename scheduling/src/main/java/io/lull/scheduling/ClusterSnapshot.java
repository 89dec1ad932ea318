package io.lull.scheduling;

import java.util.List;
import java.util.Map;

/**
 * The whole input of the policy. The orders of nodes and jobs have no meaning.
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

  /**
   * The same, of which some jobs have no use for as many nodes.
   *
   * @param most by job
   */
  public ClusterSnapshot limited(Map<String, Integer> most) {
    return new ClusterSnapshot(
        nowMillis,
        nodes,
        jobs.stream()
            .map(job -> {
              final Integer limit = most.get(job.id());
              return limit == null ? job : job.upTo(limit);
            })
            .toList(),
        usageNodeSeconds,
        terms);
  }
}
