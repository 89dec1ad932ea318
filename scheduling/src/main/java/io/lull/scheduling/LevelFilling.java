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
 * to the user who has fewest for what he is entitled to, and of his jobs to the one that has fewest
 * (max-min fairness, by progressive filling: Bertsekas and Gallager, Data Networks, 6.5.2). Where
 * there is nothing between them it stays with those who have it.
 */
final class LevelFilling {
  private final List<Claimant> claimants;
  private final UserShares users;
  private final Matching matching;
  private final int[] counts;
  private final boolean[] exhausted;
  private final Map<String, Integer> held = new HashMap<>();

  /**
   * @param counts what each has; becomes what each is to have
   */
  LevelFilling(List<Claimant> claimants, UserShares users, Matching matching, int[] counts) {
    this.claimants = claimants;
    this.users = users;
    this.matching = matching;
    this.counts = counts;
    this.exhausted = new boolean[claimants.stream().mapToInt(Claimant::group).max().orElse(-1) + 1];
    for (int i = 0; i < counts.length; i++) {
      held.merge(userOf(i), counts[i], Integer::sum);
    }
  }

  /**
   * @param most of each; those that have nothing get nothing
   */
  void fill(int[] most) {
    final Map<Integer, Map<String, PriorityQueue<Integer>>> byPriority =
        new TreeMap<>(Comparator.reverseOrder());
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] > 0 && counts[i] < most[i]) {
        byPriority
            .computeIfAbsent(claimants.get(i).job().turn().priority(), _ -> new HashMap<>())
            .computeIfAbsent(userOf(i), _ -> new PriorityQueue<>(this::byCount))
            .add(i);
      }
    }
    byPriority.values().forEach(open -> fill(new ArrayList<>(open.values()), most));
  }

  private void fill(List<PriorityQueue<Integer>> open, int[] most) {
    while (!open.isEmpty()) {
      PriorityQueue<Integer> lowest = open.getFirst();
      for (final PriorityQueue<Integer> queue : open) {
        if (byLevel(queue.element(), lowest.element()) < 0) {
          lowest = queue;
        }
      }
      final int next = lowest.remove();
      final int group = claimants.get(next).group();
      if (!exhausted[group]) {
        if (matching.grant(group)) {
          counts[next]++;
          held.merge(userOf(next), 1, Integer::sum);
          if (counts[next] < most[next]) {
            lowest.add(next);
          }
        } else {
          exhausted[group] = true;
        }
      }
      if (lowest.isEmpty()) {
        open.remove(lowest);
      }
    }
  }

  private int byLevel(int a, int b) {
    int order = Double.compare(level(a), level(b));
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

  private double level(int claimant) {
    final String user = userOf(claimant);
    return held.getOrDefault(user, 0) / users.weight(user);
  }

  private boolean keepsOne(int claimant) {
    return counts[claimant] < claimants.get(claimant).kept().size();
  }

  private String userOf(int claimant) {
    return claimants.get(claimant).job().turn().user();
  }
}
