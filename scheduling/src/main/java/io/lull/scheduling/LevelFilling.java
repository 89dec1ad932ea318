package io.lull.scheduling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * Shares out what the leasts have left, node by node: to the greatest priority first; among equals
 * to the user with the fewest relative to their entitlement, and of their jobs to the one with the
 * fewest (max-min fairness, by progressive filling: Bertsekas and Gallager, Data Networks, 6.5.2).
 * Where there is nothing between them it stays with those who have it. Nobody gets more than their
 * limit.
 */
final class LevelFilling {
  /** What users are entitled to, and may have. */
  record Users(UserShares shares, UserLimits limits) {}

  private final List<Claimant> claimants;
  private final Matching matching;
  private final int[] counts;
  private final boolean[] exhausted;

  /** Whose each claimant is. */
  private final Holding[] holdings;

  /** What a user has, and their jobs that may have more. */
  private final class Holding {
    private final double weight;
    private final UserLimit limit;
    private int nodes;
    private PriorityQueue<Integer> open = new PriorityQueue<>();

    Holding(double weight, UserLimit limit) {
      this.weight = weight;
      this.limit = limit;
    }

    boolean mayGrow() {
      return limit.admitsNodes(nodes + 1);
    }

    double level() {
      return nodes / weight;
    }

    void reopen() {
      open = new PriorityQueue<>(LevelFilling.this::byCount);
    }
  }

  /**
   * @param counts what each has; becomes what each is to have
   */
  LevelFilling(List<Claimant> claimants, Users users, Matching matching, int[] counts) {
    this.claimants = claimants;
    this.matching = matching;
    this.counts = counts;
    this.exhausted = new boolean[claimants.stream().mapToInt(Claimant::group).max().orElse(-1) + 1];
    this.holdings = new Holding[counts.length];
    final Map<String, Holding> byUser = new HashMap<>();
    for (int i = 0; i < counts.length; i++) {
      final String user = claimants.get(i).job().turn().user();
      holdings[i] =
          byUser.computeIfAbsent(
              user, _ -> new Holding(users.shares().weight(user), users.limits().of(user)));
      holdings[i].nodes += counts[i];
    }
  }

  /**
   * @param most of each; those that have nothing get nothing
   */
  void fill(int[] most) {
    final Map<Integer, List<Integer>> byPriority = new TreeMap<>(Comparator.reverseOrder());
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] > 0 && counts[i] < most[i]) {
        byPriority
            .computeIfAbsent(claimants.get(i).job().turn().priority(), _ -> new ArrayList<>())
            .add(i);
      }
    }
    byPriority.values().forEach(equals -> fill(equals, most));
  }

  private void fill(List<Integer> equals, int[] most) {
    equals.forEach(claimant -> holdings[claimant].reopen());
    equals.forEach(claimant -> holdings[claimant].open.add(claimant));
    final PriorityQueue<Holding> lowestFirst = new PriorityQueue<>(this::byLevel);
    equals.stream().map(claimant -> holdings[claimant]).distinct().forEach(lowestFirst::add);
    while (!lowestFirst.isEmpty()) {
      // What orders it changes below: it is out of the queue meanwhile.
      final Holding lowest = lowestFirst.remove();
      if (!lowest.mayGrow()) {
        continue;
      }
      final int next = lowest.open.remove();
      final int group = claimants.get(next).group();
      if (!exhausted[group]) {
        if (matching.grant(group)) {
          counts[next]++;
          lowest.nodes++;
          if (counts[next] < most[next]) {
            lowest.open.add(next);
          }
        } else {
          exhausted[group] = true;
        }
      }
      if (!lowest.open.isEmpty()) {
        lowestFirst.add(lowest);
      }
    }
  }

  private int byLevel(Holding one, Holding other) {
    final int a = one.open.element();
    final int b = other.open.element();
    int order = Double.compare(one.level(), other.level());
    if (order == 0) {
      order = Boolean.compare(!keepsOne(a), !keepsOne(b));
    }
    return order == 0 ? Integer.compare(a, b) : order;
  }

  private int byCount(int a, int b) {
    int order = Integer.compare(counts[a], counts[b]);
    if (order == 0) {
      order = Boolean.compare(!keepsOne(a), !keepsOne(b));
    }
    return order == 0 ? Integer.compare(a, b) : order;
  }

  private boolean keepsOne(int claimant) {
    return counts[claimant] < claimants.get(claimant).kept().size();
  }
}
