package io.lull.reconfig.grid;

import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.memory.Tile;
import io.lull.reconfig.numeric.ExactSum;
import java.util.concurrent.atomic.LongAdder;

/** Sums over all cells of a grid, of all workers: the same on any number of threads and workers. */
final class Reduction {
  /** Some of a row's cells, by their indices. */
  @FunctionalInterface
  private interface Stretch {
    void run(long from, long to);
  }

  private Reduction() {}

  /**
   * Rounded once.
   *
   * @param kernel called by several threads at once
   */
  static double exactSum(Grid grid, CellKernel kernel) {
    final ExactSum sum = new ExactSum();
    grid.awaitCells();
    grid.threads()
        .run(
            0,
            grid.placement().tile().own().lines(),
            grid.placement().tile().own().columns(),
            (lineFrom, lineTo) -> {
              final ExactSum part = new ExactSum();
              lines(
                  grid,
                  lineFrom,
                  lineTo,
                  (from, to) -> {
                    for (long c = from; c < to; c++) {
                      part.add(kernel.at(c));
                    }
                  });
              synchronized (sum) {
                sum.add(part);
              }
            });
    return grid.exchange().sum(sum);
  }

  /**
   * Modulo 2 to the 64.
   *
   * @param kernel called by several threads at once
   */
  static long sum(Grid grid, LongKernel kernel) {
    final LongAdder sum = new LongAdder();
    grid.awaitCells();
    grid.threads()
        .run(
            0,
            grid.placement().tile().own().lines(),
            grid.placement().tile().own().columns(),
            (lineFrom, lineTo) ->
                lines(
                    grid,
                    lineFrom,
                    lineTo,
                    (from, to) -> {
                      long part = 0;
                      for (long c = from; c < to; c++) {
                        part += kernel.at(c);
                      }
                      sum.add(part);
                    }));
    return grid.exchange().sum(sum.sum());
  }

  private static void lines(Grid grid, long lineFrom, long lineTo, Stretch stretch) {
    final Tile tile = grid.placement().tile();
    final Region own = tile.own();
    for (long line = lineFrom; line < lineTo; line++) {
      final long from = tile.index(own.planeOf(line), own.rowOf(line), own.columnFrom());
      stretch.run(from, from + own.columns());
    }
  }
}
