package io.lull.scheduling;

import io.lull.scheduling.Plan.Assignment;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Where every job has as many nodes as it can use, and may keep them, there is nothing to share
 * out, whatever other nodes come and go: the plan is what there is. On a grid that is wide for its
 * jobs that is so at nearly every change, and is found out without ranking its nodes.
 */
final class ContentJobs {
  private ContentJobs() {}

  /**
   * Empty: a plan has to be made. Otherwise it is the one that would be made, as a test of random
   * grids shows.
   */
  static Optional<Plan> plan(ClusterSnapshot snapshot) {
    if (!snapshot.terms().limits().equals(UserLimits.NONE)) {
      // A limit may have been lowered below what a user has.
      return Optional.empty();
    }
    final Map<String, JobDemand> holders = new HashMap<>();
    int held = 0;
    for (final JobDemand job : snapshot.jobs()) {
      if (!isContent(job)) {
        return Optional.empty();
      }
      held += job.present().size();
      job.present().forEach(node -> holders.put(node, job));
    }
    return holders.size() == held && held == kept(snapshot, holders)
        ? Optional.of(asItIs(snapshot))
        : Optional.empty();
  }

  private static boolean isContent(JobDemand job) {
    return job.present().size() == job.share().most()
        && !job.share().unsettled()
        && job.moves().isEmpty()
        && job.avoided().stream().noneMatch(job.present()::contains);
  }

  /** How many nodes the jobs that have them may keep. */
  private static int kept(ClusterSnapshot snapshot, Map<String, JobDemand> holders) {
    int kept = 0;
    for (final NodeOffer node : snapshot.nodes()) {
      final JobDemand holder = holders.get(node.name());
      if (holder != null && node.usable() && node.welcomes(holder.turn().user())) {
        kept++;
      }
    }
    return kept;
  }

  private static Plan asItIs(ClusterSnapshot snapshot) {
    final Map<String, Assignment> assignments = new TreeMap<>();
    for (final JobDemand job : snapshot.jobs()) {
      final int most = job.share().most();
      assignments.put(
          job.id(),
          new Assignment(new TreeSet<>(job.present()), Reasons.share(job, most, most, "")));
    }
    return new Plan(assignments);
  }
}
