package io.lull.scheduling;

import io.lull.scheduling.Precedence.Standing;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Decides the minimum number of nodes that each job gets now.
 *
 * <p>In the order of their turns the jobs get their least, if it is to be had; a job for which it
 * is not does not hold up those behind it. When it has waited for too long, what it could have is
 * kept from others that wait; those that run already may use it in the meantime. Whom a limit keeps
 * from beginning, nothing is kept for.
 */
final class Entitlement {
  /** For so many jobs that have waited too long nodes are kept at once. */
  private static final int MAX_RESERVATIONS = 16;

  private final Eligibility eligibility;
  private final Matching matching;
  private final List<Claimant> reserving = new ArrayList<>();
  private final int[] granted;
  private final int[] available;
  private final UserHoldings holdings;
  private final String[] obstacles;
  private boolean reserved;

  /**
   * @param stopping claimants that run and will not get their minimum
   */
  private Entitlement(Eligibility eligibility, UserLimits limits, BitSet stopping) {
    this.eligibility = eligibility;
    this.holdings = new UserHoldings(limits, eligibility.claimants(), stopping);
    this.granted = new int[eligibility.claimants().size()];
    this.available = new int[granted.length];
    this.obstacles = new String[granted.length];
    final List<BitSet> admits = new ArrayList<>(eligibility.admits());
    for (int i = 0; i < MAX_RESERVATIONS; i++) {
      admits.add(new BitSet());
    }
    this.matching = new Matching(admits, eligibility.sizes());
  }

  /** Decides which claimants get their minimum, by their order. */
  static Entitlement of(Eligibility eligibility, Precedence precedence, UserLimits limits) {
    final BitSet stopping = new BitSet();
    while (true) {
      final Entitlement entitlement = new Entitlement(eligibility, limits, stopping);
      for (int i = 0; i < entitlement.granted.length; i++) {
        entitlement.grantLeast(i, precedence);
      }
      final BitSet more = entitlement.stopped();
      more.andNot(stopping);
      if (more.isEmpty() || limits.equals(UserLimits.NONE)) {
        return entitlement;
      }
      // They do not count towards their users' limits: others may begin instead.
      stopping.or(more);
    }
  }

  private BitSet stopped() {
    final BitSet stopped = new BitSet();
    for (int i = 0; i < granted.length; i++) {
      stopped.set(i, granted[i] == 0 && eligibility.claimants().get(i).job().running());
    }
    return stopped;
  }

  private void grantLeast(int i, Precedence precedence) {
    final Claimant claimant = eligibility.claimants().get(i);
    final Standing standing = precedence.standing(claimant.job());
    obstacles[i] = holdings.obstacle(i);
    if (!obstacles[i].isEmpty()) {
      return;
    }
    reserve(!claimant.job().running());
    available[i] = matching.grantAll(claimant.group(), claimant.least());
    if (available[i] == claimant.least()) {
      granted[i] = claimant.least();
      holdings.gets(i);
    } else if (standing == Standing.OVERDUE
        && reserving.size() < MAX_RESERVATIONS
        && eligibility.reach(claimant.group()) >= claimant.least()) {
      matching.likens(slot(reserving.size()), claimant.group());
      reserving.add(claimant);
      reserve(reserving.size() - 1);
    }
  }

  private int slot(int reservation) {
    return eligibility.groups() + reservation;
  }

  private void reserve(boolean wanted) {
    if (wanted == reserved) {
      return;
    }
    reserved = wanted;
    for (int i = 0; i < reserving.size(); i++) {
      if (wanted) {
        reserve(i);
      } else {
        matching.release(slot(i));
      }
    }
  }

  /** As much as there is, up to the least. */
  private void reserve(int reservation) {
    int had = 0;
    while (had < reserving.get(reservation).least() && matching.grant(slot(reservation))) {
      had++;
    }
  }

  /** With what everybody has; what is kept for those who have waited too long can be had too. */
  Matching matching() {
    reserve(false);
    return matching;
  }

  /** The same, where what is kept cannot be had. */
  Matching keeping() {
    reserve(true);
    return matching;
  }

  /** The least of those who get it, 0 for the others; in the order of the claimants. */
  int[] granted() {
    return granted.clone();
  }

  /** How many nodes there were for it at its turn. */
  int available(int claimant) {
    return available[claimant];
  }

  /** Which limit keeps it from beginning, in a clause; empty: none. */
  String obstacle(int claimant) {
    return obstacles[claimant];
  }

  /** Whether nodes are kept for somebody else, who has waited too long. */
  boolean keepsForOthersThan(int claimant) {
    return reserving.stream().anyMatch(each -> !each.equals(eligibility.claimants().get(claimant)));
  }
}
