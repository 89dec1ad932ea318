package io.lull.scheduling;

import io.lull.scheduling.Plan.Assignment;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Dynamic space-sharing: each node has at most one job, and the nodes are shared out again at each
 * change.
 *
 * <p>First it decides which jobs get their minimum ({@link Precedence}, {@link Entitlement}), then
 * how to share the rest ({@link Sizing}), and only then who has which node ({@link Placement}), so
 * that the plan is fair whatever came before, and few nodes change hands.
 */
public final class SpaceSharing {
  private SpaceSharing() {}

  public static Plan plan(ClusterSnapshot snapshot) {
    return ContentJobs.plan(snapshot).orElseGet(() -> sharedOut(snapshot));
  }

  /** The same, whether there is anything to share out or not. */
  static Plan sharedOut(ClusterSnapshot snapshot) {
    final UserShares users = new UserShares(snapshot.jobs(), snapshot.usageNodeSeconds());
    final UserLimits limits = snapshot.terms().limits();
    final Precedence precedence = new Precedence(snapshot, users);
    final Eligibility eligibility = Census.of(snapshot, precedence.order(snapshot.jobs()));
    final List<Claimant> claimants = eligibility.claimants();
    final Entitlement entitlement = Entitlement.of(eligibility, precedence, limits);
    final Sizing sizing =
        Sizing.of(eligibility, entitlement, precedence, new LevelFilling.Users(users, limits));
    final int[] counts = sizing.counts();
    final List<SortedSet<String>> given = Placement.of(eligibility, counts);
    final Map<String, Assignment> assignments = new TreeMap<>();
    for (int i = 0; i < counts.length; i++) {
      final JobDemand job = claimants.get(i).job();
      assignments.put(
          job.id(),
          counts[i] == 0
              ? new Assignment(new TreeSet<>(), waiting(snapshot, job, entitlement, i))
              : new Assignment(
                  given.get(i),
                  Reasons.share(job, counts[i], sizing.most(i), sizing.limitReached(i))));
    }
    return new Plan(assignments);
  }

  private static String waiting(
      ClusterSnapshot snapshot, JobDemand job, Entitlement entitlement, int i) {
    return entitlement.obstacle(i).isEmpty()
        ? Reasons.waiting(
            snapshot, job, entitlement.available(i), entitlement.keepsForOthersThan(i))
        : "waits, because " + entitlement.obstacle(i);
  }

  /** The nodes that a job could have beside its own, and that no job has by this plan. */
  public static List<String> idle(ClusterSnapshot snapshot, Plan plan, String job) {
    final Set<String> taken = new TreeSet<>();
    plan.assignments().values().forEach(assignment -> taken.addAll(assignment.nodes()));
    final long settledMillis = snapshot.nowMillis() - snapshot.terms().settle().toMillis();
    return snapshot.jobs().stream()
        .filter(demand -> demand.id().equals(job))
        .flatMap(demand ->
            snapshot.nodes().stream()
                .filter(node -> node.usable() && node.sinceMillis() <= settledMillis)
                .filter(node -> !taken.contains(node.name()) && demand.fits(node))
                .filter(node -> !demand.avoided().contains(node.name())))
        .map(NodeOffer::name)
        .toList();
  }
}
