package io.lull.scheduling;

import io.lull.scheduling.Plan.Assignment;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Dynamic space-sharing: each node has at most one job, and the nodes are shared out anew at each
 * change.
 *
 * <p>In the order of their turns the jobs get their least, if it is to be had; a job for which it
 * is not does not hold up those behind it. What is left goes, node by node, to the job that has
 * fewest, until each has its most. A job keeps the nodes that it has as long as its share allows; a
 * node that it loses is made good by an idle one where there is one.
 */
public final class SpaceSharing {
  private static final Comparator<JobDemand> BY_TURN =
      Comparator.comparingInt((JobDemand job) -> -job.turn().priority())
          .thenComparingLong(job -> job.turn().submittedMillis())
          .thenComparingLong(job -> job.turn().number())
          .thenComparing(JobDemand::id);

  private SpaceSharing() {}

  public static Plan plan(ClusterSnapshot snapshot) {
    final List<JobDemand> byTurn = snapshot.jobs().stream().sorted(BY_TURN).toList();
    final Allotment allotment = new Allotment(snapshot.nodes(), byTurn);
    final Map<String, Assignment> assignments = new TreeMap<>();
    for (final JobDemand job : byTurn) {
      final int had = allotment.grantLeast(job);
      if (had < job.share().least()) {
        assignments.put(job.id(), new Assignment(new TreeSet<>(), waiting(snapshot, job, had)));
      }
    }
    final List<JobDemand> placed =
        byTurn.stream().filter(job -> !assignments.containsKey(job.id())).toList();
    allotment.shareRest(placed);
    for (final JobDemand job : placed) {
      final SortedSet<String> nodes = allotment.nodesOf(job);
      assignments.put(job.id(), new Assignment(nodes, share(job, nodes.size())));
    }
    return new Plan(assignments);
  }

  private static String share(JobDemand job, int nodes) {
    final String count = nodes == 1 ? "1 node" : nodes + " nodes";
    if (nodes == job.share().most()) {
      return job.share().wanted() == 0
          ? count + ", as many as it can use"
          : count + ", as many as an operator asked for";
    }
    return count + " of up to " + job.share().most() + ": its share of what is idle";
  }

  private static String waiting(ClusterSnapshot snapshot, JobDemand job, int had) {
    final int missing = job.share().least() - had;
    final long fitting = snapshot.nodes().stream().filter(node -> fits(job, node)).count();
    final String needs =
        "waits for "
            + missing
            + (had == 0 ? "" : " more")
            + (missing == 1 ? " idle node: " : " idle nodes: ")
            + had
            + " of "
            + job.share().least()
            + " available";
    if (fitting >= job.share().least()) {
      return needs;
    }
    if (fitting == snapshot.nodes().size()) {
      return needs + "; the grid has " + fitting + " in all";
    }
    return needs
        + "; only "
        + fitting
        + " of the grid's "
        + snapshot.nodes().size()
        + " nodes fit what it asks for";
  }

  /** Whether the node is one that the job could ever use, idle or not. */
  static boolean fits(JobDemand job, NodeOffer node) {
    return node.traits().memoryBytes() >= job.needs().memoryBytes()
        && job.needs().requirement().admits(node.name(), node.traits());
  }
}
