package io.lull.scheduling;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Chooses the nodes of each job once their numbers are decided: first those that a job has, the
 * better ones if it has more than it is to keep; then those where a worker of it waits, and the
 * best free ones. Another job moves only where no usable node is left.
 */
final class Placement {
  private final Eligibility eligibility;
  private final List<Claimant> claimants;
  private final Matching matching;
  private final int[] next;
  private final int[][] byClass;
  private final boolean[] taken;
  private final List<SortedSet<String>> given = new ArrayList<>();
  private final Map<Place, List<Holding>> holdings = new HashMap<>();

  private record Place(int group, int nodeClass) {}

  private record Holding(int claimant, int node) {}

  private Placement(Eligibility eligibility) {
    this.eligibility = eligibility;
    this.claimants = eligibility.claimants();
    final int[] sizes = eligibility.sizes();
    this.matching = new Matching(eligibility.admits(), sizes);
    this.next = new int[sizes.length];
    this.byClass = new int[sizes.length][];
    this.taken = new boolean[eligibility.nodes().size()];
    for (int c = 0; c < sizes.length; c++) {
      byClass[c] = new int[sizes[c]];
    }
    final int[] filled = new int[sizes.length];
    for (int node = 0; node < taken.length; node++) {
      final int c = eligibility.classOf(node);
      byClass[c][filled[c]++] = node;
    }
    claimants.forEach(_ -> given.add(new TreeSet<>()));
  }

  /**
   * @param counts how many each is to have, which can be met
   * @return the names of each one's nodes
   */
  static List<SortedSet<String>> of(Eligibility eligibility, int[] counts) {
    final Placement placement = new Placement(eligibility);
    placement.keep(counts);
    for (int i = 0; i < counts.length; i++) {
      while (placement.given.get(i).size() < counts[i]) {
        placement.give(i);
      }
    }
    return placement.given;
  }

  /** Goes through all nodes, the best first, so that it is the worse ones that are left. */
  private void keep(int[] counts) {
    final Map<String, Integer> keepers = new HashMap<>();
    for (int i = 0; i < counts.length; i++) {
      for (final String node : claimants.get(i).kept()) {
        keepers.put(node, i);
      }
    }
    for (int node = 0; node < taken.length; node++) {
      final Integer keeper = keepers.get(eligibility.nodes().get(node).name());
      if (keeper != null && given.get(keeper).size() < counts[keeper]) {
        take(keeper, node);
        matching.hold(claimants.get(keeper).group(), eligibility.classOf(node));
      }
    }
  }

  private void take(int claimant, int node) {
    taken[node] = true;
    holdings
        .computeIfAbsent(place(claimant, node), _ -> new ArrayList<>())
        .add(new Holding(claimant, node));
    given.get(claimant).add(eligibility.nodes().get(node).name());
  }

  private Place place(int claimant, int node) {
    return new Place(claimants.get(claimant).group(), eligibility.classOf(node));
  }

  private void give(int claimant) {
    final int group = claimants.get(claimant).group();
    final int waited = freeGhost(claimant);
    final int best = waited >= 0 ? waited : bestFree(group);
    if (best >= 0) {
      take(claimant, best);
      matching.hold(group, eligibility.classOf(best));
      return;
    }
    final List<Matching.Hand> path = matching.path(group);
    if (path == null) {
      throw new IllegalStateException(
          "no node for " + claimants.get(claimant).job().id() + ", to which one was promised");
    }
    matching.shift(path, 1);
    int taker = claimant;
    for (int i = 0; i + 1 < path.size(); i++) {
      final Holding holding = yielded(new Place(path.get(i + 1).group(), path.get(i).nodeClass()));
      given.get(holding.claimant()).remove(eligibility.nodes().get(holding.node()).name());
      take(taker, holding.node());
      taker = holding.claimant();
    }
    take(taker, firstFree(path.getLast().nodeClass()));
  }

  /** Rather one that was just given than one that a job computes on; else of the latest job. */
  private Holding yielded(Place place) {
    final List<Holding> all = holdings.getOrDefault(place, List.of());
    int yielded = all.size() - 1;
    for (int i = all.size() - 1; i >= 0; i--) {
      if (!isKept(all.get(i)) && isKept(all.get(yielded))) {
        yielded = i;
      }
    }
    return all.remove(yielded);
  }

  private boolean isKept(Holding holding) {
    return claimants
        .get(holding.claimant())
        .kept()
        .contains(eligibility.nodes().get(holding.node()).name());
  }

  /** A free node on which a worker of the job waits; -1 for none. */
  private int freeGhost(int claimant) {
    final Set<String> ghosts = claimants.get(claimant).job().ghosts();
    if (ghosts.isEmpty()) {
      return -1;
    }
    final BitSet admitted = eligibility.admits().get(claimants.get(claimant).group());
    for (int node = 0; node < taken.length; node++) {
      if (!taken[node]
          && ghosts.contains(eligibility.nodes().get(node).name())
          && admitted.get(eligibility.classOf(node))) {
        return node;
      }
    }
    return -1;
  }

  private int bestFree(int group) {
    int best = -1;
    final BitSet admitted = eligibility.admits().get(group);
    for (int c = admitted.nextSetBit(0); c >= 0; c = admitted.nextSetBit(c + 1)) {
      final int first = firstFree(c);
      if (first >= 0 && (best < 0 || first < best)) {
        best = first;
      }
    }
    return best;
  }

  /** -1 for none. */
  private int firstFree(int nodeClass) {
    while (next[nodeClass] < byClass[nodeClass].length
        && taken[byClass[nodeClass][next[nodeClass]]]) {
      next[nodeClass]++;
    }
    return next[nodeClass] < byClass[nodeClass].length ? byClass[nodeClass][next[nodeClass]] : -1;
  }
}
