package io.lull.reconfig.distribution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * Maps the ranks of a new distribution to the ranks that the same workers had in the old one.
 *
 * @param previous for each new rank the old one, or {@link #NEWCOMER}
 */
public record Succession(List<Integer> previous) {
  /** Instead of an old rank: a worker that had none. */
  public static final int NEWCOMER = -1;

  /**
   * @throws IllegalArgumentException when an old rank has two successors
   */
  public Succession {
    previous = List.copyOf(previous);
    final Set<Integer> taken = new HashSet<>();
    for (final int rank : previous) {
      if (rank < NEWCOMER || (rank != NEWCOMER && !taken.add(rank))) {
        throw new IllegalArgumentException("old rank " + rank + " cannot be two workers");
      }
    }
  }

  /** Every worker keeps its rank; those beyond are newcomers, or leave. */
  public static Succession inOrder(int before, int after) {
    final List<Integer> previous = new ArrayList<>(after);
    for (int rank = 0; rank < after; rank++) {
      previous.add(rank < before ? rank : NEWCOMER);
    }
    return new Succession(previous);
  }

  /** As below; any worker may take any rank: for ranks of equal weight. */
  public static Succession leastMovement(Distribution from, Distribution to, Set<Integer> staying) {
    return leastMovement(from, to, staying, (old, next) -> true);
  }

  /**
   * New ranks given so that the least moves. Which rank a worker takes changes only what it keeps,
   * so this is an assignment problem (as in PLUM: L. Oliker and R. Biswas, "PLUM: parallel load
   * balancing for adaptive unstructured meshes", 1998), solved exactly for up to {@value
   * Assignment#MOST_EXACT} ranks, whatever the weights, as long as the cuts of {@code to} are
   * given; beyond, a bounded search finds a good one.
   *
   * @param staying old ranks whose workers go on
   * @param mayTake whether the worker of an old rank may take a new rank: where ranks differ in
   *     weight, those of its own weight
   */
  public static Succession leastMovement(
      Distribution from,
      Distribution to,
      Set<Integer> staying,
      BiPredicate<Integer, Integer> mayTake) {
    final List<Integer> workers = new ArrayList<>(staying);
    Collections.sort(workers);
    final int n = Math.max(workers.size(), to.size());
    final int[] place = new int[from.size()];
    Arrays.fill(place, -1);
    for (int i = 0; i < workers.size(); i++) {
      place[workers.get(i)] = i;
    }
    final long[][] kept = new long[n][n];
    for (final Redistribution.Transfer transfer : Redistribution.transfers(from, to)) {
      if (place[transfer.source()] >= 0) {
        kept[place[transfer.source()]][transfer.target()] = transfer.indices().cells();
      }
    }
    final int[] rankOf =
        Assignment.best(
            kept,
            (worker, rank) ->
                worker >= workers.size()
                    || rank >= to.size()
                    || mayTake.test(workers.get(worker), rank));
    final List<Integer> previous = new ArrayList<>(Collections.nCopies(to.size(), NEWCOMER));
    for (int worker = 0; worker < workers.size(); worker++) {
      if (rankOf[worker] < to.size()) {
        previous.set(rankOf[worker], workers.get(worker));
      }
    }
    return new Succession(previous);
  }

  /** The old rank of a new rank's worker, or {@link #NEWCOMER}. */
  public int previous(int rank) {
    return previous.get(rank);
  }

  void check(int before, int after) {
    if (previous.size() != after || previous.stream().anyMatch(rank -> rank >= before)) {
      throw new IllegalArgumentException(
          "not a succession of " + before + " workers by " + after + ": " + previous);
    }
  }
}
