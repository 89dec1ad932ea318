package io.lull.reconfig.distribution;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The least number of bytes that any numbering of the new ranks has to move. It is calculated from
 * what is held and what will be owned alone, and by another method than that which numbers the
 * ranks, so that a plan can be compared with it.
 *
 * <p>The method: workers are given regions one after the other, each by a best alternating path in
 * the graph of what was given before (successive shortest paths, with the relaxations of Bellman
 * and Ford). R. K. Ahuja, T. L. Magnanti and J. B. Orlin, "Network Flows", 1993, section 9.7.
 */
public final class LeastBytes {
  /** Beyond so many workers a lower bound is calculated: every worker could take every region. */
  private static final int MOST_EXACT = 64;

  private static final long NOT_ALLOWED = Long.MIN_VALUE;
  private static final int NOBODY = -1;

  private LeastBytes() {}

  /**
   * @param held what there is before
   * @param next the cuts, and their workers; a worker could as well take any other region that was
   *     cut for its weight
   */
  public static long of(List<Shape> shapes, Holding held, Allotment next) {
    if (held.isEmpty()) {
      return 0;
    }
    final long[][] kept = kept(shapes, held, next);
    final long most = kept.length <= MOST_EXACT ? most(kept) : bound(kept);
    return shapes.stream().mapToLong(Shape::bytes).sum() - most;
  }

  /** What a worker would not have to get if it took a region. */
  private static long[][] kept(List<Shape> shapes, Holding held, Allotment next) {
    final int n = next.size();
    // What is dealt out knows no weights, but turns.
    final boolean dealt = TransferPlan.isAllDealt(shapes);
    final long[][] kept = new long[n][n];
    for (int worker = 0; worker < n; worker++) {
      final Part part = next.parts().get(worker);
      for (int region = 0; region < n; region++) {
        kept[worker][region] =
            (dealt
                    ? TransferPlan.turnsOf(next.grids(), worker)
                        == TransferPlan.turnsOf(next.grids(), region)
                    : part.weight() == next.parts().get(region).weight())
                ? common(shapes, held, part.worker(), next, region)
                : NOT_ALLOWED;
      }
    }
    return kept;
  }

  private static long common(
      List<Shape> shapes, Holding held, String worker, Allotment next, int region) {
    long bytes = 0;
    for (int rank = 0; rank < held.holders().size(); rank++) {
      if (held.holders().get(rank).equals(worker)) {
        for (int g = 0; g < shapes.size(); g++) {
          final IndexSet before = held.allotment().grids().get(g).owned(rank);
          final IndexSet after = next.grids().get(g).owned(region);
          bytes += before.intersect(after).cells() * shapes.get(g).cellBytes();
        }
      }
    }
    return bytes;
  }

  /** The greatest sum with one region for each worker. */
  private static long most(long[][] kept) {
    final int n = kept.length;
    final int[] workerOf = new int[n];
    Arrays.fill(workerOf, NOBODY);
    for (int worker = 0; worker < n; worker++) {
      give(kept, worker, workerOf);
    }
    return IntStream.range(0, n).mapToLong(region -> kept[workerOf[region]][region]).sum();
  }

  /** Gives one more worker a region, and others another one where that is better in all. */
  private static void give(long[][] kept, int worker, int[] workerOf) {
    final long[] best = kept[worker].clone();
    final int[] before = new int[best.length];
    Arrays.fill(before, NOBODY);
    boolean better = true;
    while (better) {
      better = false;
      for (int region = 0; region < best.length; region++) {
        if (best[region] != NOT_ALLOWED && workerOf[region] != NOBODY) {
          better |= relax(kept[workerOf[region]], region, best, before);
        }
      }
    }
    int end = NOBODY;
    for (int region = 0; region < best.length; region++) {
      if (workerOf[region] == NOBODY && (end == NOBODY || best[region] > best[end])) {
        end = region;
      }
    }
    while (before[end] != NOBODY) {
      workerOf[end] = workerOf[before[end]];
      end = before[end];
    }
    workerOf[end] = worker;
  }

  /** Whether a region's present worker had better take another one. */
  private static boolean relax(long[] kept, int region, long[] best, int[] before) {
    boolean better = false;
    for (int other = 0; other < best.length; other++) {
      if (kept[other] != NOT_ALLOWED && best[region] - kept[region] + kept[other] > best[other]) {
        best[other] = best[region] - kept[region] + kept[other];
        before[other] = region;
        better = true;
      }
    }
    return better;
  }

  /** No numbering keeps more. */
  private static long bound(long[][] kept) {
    return Arrays.stream(kept).mapToLong(regions -> Arrays.stream(regions).max().orElse(0)).sum();
  }
}
