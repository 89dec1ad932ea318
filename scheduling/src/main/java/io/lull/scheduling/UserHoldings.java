package io.lull.scheduling;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What each user is to have, while jobs are given their minimum. A limit does not stop a job that
 * has nodes, so the running jobs count from the start.
 */
final class UserHoldings {
  private final UserLimits limits;
  private final List<Claimant> claimants;
  private final BitSet counted = new BitSet();
  private final Map<String, Holding> byUser = new HashMap<>();

  private static final class Holding {
    private int nodes;
    private int jobs;
  }

  /**
   * @param stopping claimants that run and will not get their minimum
   */
  UserHoldings(UserLimits limits, List<Claimant> claimants, BitSet stopping) {
    this.limits = limits;
    this.claimants = claimants;
    for (int i = 0; i < claimants.size(); i++) {
      if (claimants.get(i).job().running() && !stopping.get(i)) {
        gets(i);
      }
    }
  }

  private String user(int claimant) {
    return claimants.get(claimant).job().turn().user();
  }

  private Holding of(int claimant) {
    return byUser.computeIfAbsent(user(claimant), _ -> new Holding());
  }

  /** Why a job may not begin, in a clause; empty: it may. */
  String obstacle(int claimant) {
    if (counted.get(claimant)) {
      return "";
    }
    final UserLimit limit = limits.of(user(claimant));
    final Holding holding = of(claimant);
    if (!limit.admitsJobs(holding.jobs + 1)) {
      return limits.jobsClause(user(claimant));
    }
    return limit.admitsNodes(holding.nodes + claimants.get(claimant).least())
        ? ""
        : limits.nodesClause(user(claimant));
  }

  /** It gets its minimum; counts once. */
  void gets(int claimant) {
    if (!counted.get(claimant)) {
      counted.set(claimant);
      of(claimant).nodes += claimants.get(claimant).least();
      of(claimant).jobs++;
    }
  }
}
