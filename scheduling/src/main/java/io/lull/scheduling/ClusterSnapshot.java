package io.lull.scheduling;

import java.util.List;

/**
 * All that the policy may know. Neither the order of the nodes nor that of the jobs means anything.
 *
 * @param nowMillis the time of the snapshot, as epoch milliseconds
 */
public record ClusterSnapshot(long nowMillis, List<NodeOffer> nodes, List<JobDemand> jobs) {
  public ClusterSnapshot {
    nodes = List.copyOf(nodes);
    jobs = List.copyOf(jobs);
  }
}
