package io.lull.reconfig.distribution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Deals the lines of an array out to other workers, or by other weights, so that nobody has to give
 * away more than others are to have: who leaves gives each of its turns to somebody, who joins is
 * given a part of everybody's. Dealt out afresh, nearly all lines would move.
 */
final class Dealing {
  /** Of turns for each worker, where all cannot have as many: so uneven it may be. */
  private static final int FEWEST_TURNS = 8;

  /** Arithmetic is not more exact. */
  private static final double EXACT = 1e-9;

  /** So much more or less than its weight asks a worker may have. */
  private static final double TOLERANCE = 0.05;

  /** The turn of a process whose data nobody holds that stays. */
  static final int NOBODY = -1;

  private Dealing() {}

  /**
   * @param present by turn, the worker that has its lines now, from 0; {@link #NOBODY}: none that
   *     stays
   * @param weights of all workers there are to be
   * @return by turn, the worker that is to have its lines; empty: each in turn, in order
   */
  static Optional<List<Integer>> next(List<Integer> present, List<Double> weights) {
    // Also where there are none.
    final boolean afresh = present.stream().allMatch(worker -> worker == NOBODY);
    final List<Integer> base = afresh ? List.of(NOBODY) : present;
    final Optional<int[]> turns = repeated(base, weights);
    if (turns.isEmpty() || (afresh && turns.get().length == weights.size())) {
      return Optional.empty();
    }
    final int[] wanted = wanted(turns.get(), weights);
    fill(turns.get(), wanted);
    level(turns.get(), wanted);
    return Optional.of(Arrays.stream(turns.get()).boxed().toList());
  }

  /**
   * So often that all can have as many turns as their weights ask: exactly, where these are alike;
   * else nearly.
   *
   * @return empty: within the most turns they cannot
   */
  private static Optional<int[]> repeated(List<Integer> present, List<Double> weights) {
    final boolean alike = weights.stream().distinct().count() == 1;
    int best = 0;
    double least = Double.MAX_VALUE;
    for (int length = present.size(); length <= Turns.MOST; length += present.size()) {
      final double error = length < weights.size() ? Double.MAX_VALUE : error(length, weights);
      if (error < least) {
        least = error;
        best = length;
      }
      if (least <= (alike ? EXACT : TOLERANCE)) {
        break;
      }
    }
    if (best == 0 || (least > TOLERANCE && best / weights.size() < FEWEST_TURNS)) {
      return Optional.empty();
    }
    final int[] turns = new int[best];
    for (int turn = 0; turn < best; turn++) {
      turns[turn] = present.get(turn % present.size());
    }
    return Optional.of(turns);
  }

  /** How far somebody's part is from what its weight asks, as a part of that. */
  private static double error(int length, List<Double> weights) {
    final int[] counts = counts(length, weights, new int[weights.size()]);
    final double all = weights.stream().mapToDouble(Double::doubleValue).sum();
    double most = 0;
    for (int worker = 0; worker < counts.length; worker++) {
      final double asked = length * weights.get(worker) / all;
      most = Math.max(most, Math.abs(counts[worker] - asked) / asked);
    }
    return most;
  }

  /**
   * Turns by weight, at least one each, by the method of the largest remainders.
   *
   * @param has who has more now comes first where remainders are alike
   */
  private static int[] counts(int length, List<Double> weights, int[] has) {
    final double all = weights.stream().mapToDouble(Double::doubleValue).sum();
    final int[] counts = new int[weights.size()];
    final double[] rest = new double[weights.size()];
    final List<Integer> order = new ArrayList<>();
    int left = length;
    for (int worker = 0; worker < counts.length; worker++) {
      final double asked = length * weights.get(worker) / all;
      counts[worker] = Math.max(1, (int) asked);
      rest[worker] = asked - counts[worker];
      left -= counts[worker];
      order.add(worker);
    }
    order.sort(
        Comparator.comparingDouble((Integer worker) -> -rest[worker])
            .thenComparingInt(worker -> -has[worker]));
    for (int i = 0; left > 0; i = (i + 1) % order.size(), left--) {
      counts[order.get(i)]++;
    }
    // Some have one although they are to have less.
    for (int i = order.size() - 1; left < 0; i = i == 0 ? order.size() - 1 : i - 1) {
      if (counts[order.get(i)] > 1) {
        counts[order.get(i)]--;
        left++;
      }
    }
    return counts;
  }

  /** How many turns each worker is to have more than it has. */
  private static int[] wanted(int[] turns, List<Double> weights) {
    final int[] has = new int[weights.size()];
    for (final int worker : turns) {
      if (worker != NOBODY) {
        has[worker]++;
      }
    }
    final int[] wanted = counts(turns.length, weights, has);
    for (int worker = 0; worker < wanted.length; worker++) {
      wanted[worker] -= has[worker];
    }
    return wanted;
  }

  /** Gives what nobody has to those who are to have more, evenly. */
  private static void fill(int[] turns, int[] wanted) {
    final long free = Arrays.stream(turns).filter(worker -> worker == NOBODY).count();
    final Turn next = new Turn(wanted, free);
    for (int turn = 0; turn < turns.length; turn++) {
      if (turns[turn] == NOBODY) {
        turns[turn] = next.taker();
      }
    }
  }

  /** Who has too many turns gives some, evenly spaced, to those who have too few. */
  private static void level(int[] turns, int[] wanted) {
    final int[] has = new int[wanted.length];
    Arrays.stream(turns).forEach(worker -> has[worker]++);
    final int[] gives = new int[wanted.length];
    long all = 0;
    for (int worker = 0; worker < wanted.length; worker++) {
      gives[worker] = Math.max(0, -wanted[worker]);
      all += gives[worker];
    }
    final Turn next = new Turn(wanted, all);
    final int[] seen = new int[wanted.length];
    final int[] given = new int[wanted.length];
    for (int turn = 0; turn < turns.length; turn++) {
      final int owner = turns[turn];
      seen[owner]++;
      if ((long) given[owner] * has[owner] < (long) gives[owner] * seen[owner]
          && given[owner] < gives[owner]) {
        given[owner]++;
        turns[turn] = next.taker();
      }
    }
  }

  /** Whose turn it is among those who are to have more: evenly, as their numbers ask. */
  private static final class Turn {
    private final int[] wanted;
    private final double[] share;
    private final double[] due;

    /**
     * @param wanted by worker; is counted down
     * @param free so many are given
     */
    Turn(int[] wanted, long free) {
      this.wanted = wanted;
      share = new double[wanted.length];
      due = new double[wanted.length];
      for (int worker = 0; worker < wanted.length; worker++) {
        share[worker] = (double) Math.max(0, wanted[worker]) / Math.max(1, free);
      }
    }

    int taker() {
      int best = NOBODY;
      for (int worker = 0; worker < wanted.length; worker++) {
        due[worker] += share[worker];
        if (wanted[worker] > 0 && (best == NOBODY || due[worker] > due[best])) {
          best = worker;
        }
      }
      due[best]--;
      wanted[best]--;
      return best;
    }
  }
}
