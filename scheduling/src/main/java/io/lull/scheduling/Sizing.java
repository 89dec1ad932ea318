package io.lull.scheduling;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Decides the number of nodes of each job that gets its minimum.
 *
 * <p>A moldable job that begins keeps what it gets, so its number is found first: its share beside
 * all others, but of nothing that is kept for a job that has waited too long, as it would not give
 * that back. Then the others share what is left as if it had had its number all along. So the next
 * plan, in which it has, is the same.
 */
final class Sizing {
  private final Eligibility eligibility;
  private final List<Claimant> claimants;
  private final Precedence precedence;
  private final LevelFilling.Users users;
  private final int[] counts;
  private final int[] most;

  private Sizing(
      Eligibility eligibility, Precedence precedence, LevelFilling.Users users, int[] granted) {
    this.eligibility = eligibility;
    this.claimants = eligibility.claimants();
    this.precedence = precedence;
    this.users = users;
    this.counts = granted;
    this.most = claimants.stream().mapToInt(Claimant::most).toArray();
    for (int i = 0; i < counts.length; i++) {
      if (coolsDown(i)) {
        final Claimant claimant = claimants.get(i);
        most[i] = Math.clamp(claimant.job().present().size(), claimant.least(), claimant.most());
      }
    }
  }

  static Sizing of(
      Eligibility eligibility,
      Entitlement entitlement,
      Precedence precedence,
      LevelFilling.Users users) {
    final Sizing sizing = new Sizing(eligibility, precedence, users, entitlement.granted());
    final int[] beginners =
        IntStream.range(0, sizing.counts.length).filter(sizing::begins).toArray();
    if (beginners.length == 0) {
      sizing.fill(entitlement.matching());
    } else {
      final Sizing trial = new Sizing(eligibility, precedence, users, entitlement.granted());
      trial.fill(entitlement.keeping());
      for (final int beginner : beginners) {
        sizing.counts[beginner] = trial.counts[beginner];
        sizing.most[beginner] = trial.counts[beginner];
      }
      sizing.fill(sizing.granted());
      for (final int beginner : beginners) {
        sizing.most[beginner] = sizing.claimants.get(beginner).most();
      }
    }
    return sizing;
  }

  /** Of each job, 0 for those that wait. */
  int[] counts() {
    return counts.clone();
  }

  /** What a job may have at present. */
  int most(int claimant) {
    return most[claimant];
  }

  /** The limit that keeps a job's user from having more, in a clause; empty: none does. */
  String limitReached(int claimant) {
    return mayGrow(claimant)
        ? ""
        : users.limits().nodesClause(claimants.get(claimant).job().turn().user());
  }

  private boolean mayGrow(int claimant) {
    final String user = claimants.get(claimant).job().turn().user();
    final UserLimit limit = users.limits().of(user);
    return limit.nodes() == 0
        || limit.admitsNodes(
            1
                + IntStream.range(0, counts.length)
                    .filter(i -> claimants.get(i).job().turn().user().equals(user))
                    .map(i -> counts[i])
                    .sum());
  }

  private boolean coolsDown(int i) {
    final JobDemand job = claimants.get(i).job();
    return counts[i] > 0 && !job.share().unsettled() && precedence.coolsDown(job);
  }

  private boolean begins(int i) {
    return counts[i] > 0 && claimants.get(i).job().share().unsettled();
  }

  /** As many nodes as are counted, all of which can be had together. */
  private Matching granted() {
    final Matching matching = new Matching(eligibility.admits(), eligibility.sizes());
    for (int i = 0; i < counts.length; i++) {
      if (matching.grantAll(claimants.get(i).group(), counts[i]) < counts[i]) {
        throw new IllegalStateException(
            "no " + counts[i] + " nodes for " + claimants.get(i).job().id() + ", which had them");
      }
    }
    return matching;
  }

  private void fill(Matching matching) {
    for (int i = 0; i < counts.length; i++) {
      final Claimant claimant = claimants.get(i);
      while (coolsDown(i)
          && counts[i] < Math.min(most[i], claimant.kept().size())
          && mayGrow(i)
          && matching.grant(claimant.group())) {
        counts[i]++;
      }
    }
    new LevelFilling(claimants, users, matching, counts).fill(most);
  }
}
