package io.lull.reconfig.forkjoin;

import java.util.List;

/**
 * How a loop's iterations are shared out, as far as its rounds must know. Where workers have ranges
 * of them, a round does the first of each range. Where iterations are dealt out, all workers share
 * one range, and a round does its first iterations, of which each worker has about as many.
 *
 * @param ranges no two have an iteration in common
 * @param own which of them is this worker's
 * @param workersEach so many workers share each range
 */
record RoundShares(List<IndexRange> ranges, int own, int workersEach) {
  RoundShares {
    ranges = List.copyOf(ranges);
  }

  /** By rank, each worker's range. */
  static RoundShares byRank(List<IndexRange> ranges, int rank) {
    return new RoundShares(ranges, rank, 1);
  }

  /** All workers have some of one range. */
  static RoundShares dealt(IndexRange all, int workers) {
    return new RoundShares(List.of(all), 0, workers);
  }

  IndexRange mine() {
    return ranges.get(own);
  }

  /** So many iterations are left to the worker that has the most to do. */
  long most(LoopProgress progress) {
    return Math.ceilDiv(ranges.stream().mapToLong(progress::left).max().orElse(0), workersEach);
  }
}
