package io.lull.reconfig.distribution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Deals the lines of an array out to other workers so that nobody has to give away more than others
 * are to have: who leaves gives each of its turns to somebody, who joins is given a part of
 * everybody's. Dealt out afresh, in order, nearly all lines would move.
 */
final class Dealing {
  /** Of turns for each worker, where all cannot have as many: so uneven it may be. */
  private static final int FEWEST_TURNS = 8;

  /** The turn of a process whose data nobody holds that stays. */
  static final int NOBODY = -1;

  private Dealing() {}

  /**
   * @param present by turn, the worker that has its lines now, from 0; {@link #NOBODY}: none that
   *     stays
   * @param workers how many there are to be
   * @return by turn, the worker that is to have its lines; empty: that cannot be even
   */
  static Optional<List<Integer>> next(List<Integer> present, int workers) {
    // Also where there are none.
    if (present.stream().allMatch(worker -> worker == NOBODY)) {
      return Optional.empty();
    }
    final int length = length(present.size(), workers);
    if (length > Turns.MOST || (length % workers != 0 && length / workers < FEWEST_TURNS)) {
      return Optional.empty();
    }
    final int[] turns = new int[length];
    for (int turn = 0; turn < length; turn++) {
      turns[turn] = present.get(turn % present.size());
    }
    final int[] wanted = wanted(turns, workers);
    fill(turns, wanted);
    level(turns, wanted);
    return Optional.of(Arrays.stream(turns).boxed().toList());
  }

  /** The least number of turns of which all can have as many, or one near the limit. */
  private static int length(int present, int workers) {
    int length = present;
    while (length % workers != 0 && length + present <= Turns.MOST) {
      length += present;
    }
    return length;
  }

  /** How many turns each worker is to have more than it has; who has more keeps one more. */
  private static int[] wanted(int[] turns, int workers) {
    final int[] wanted = new int[workers];
    for (final int worker : turns) {
      if (worker != NOBODY) {
        wanted[worker]--;
      }
    }
    final List<Integer> order = new ArrayList<>();
    for (int worker = 0; worker < workers; worker++) {
      order.add(worker);
    }
    order.sort((a, b) -> Integer.compare(wanted[a], wanted[b]));
    for (int i = 0; i < workers; i++) {
      wanted[order.get(i)] += turns.length / workers + (i < turns.length % workers ? 1 : 0);
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
