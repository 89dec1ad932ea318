package io.lull.reconfig.grid;

import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.memory.Storage;
import io.lull.reconfig.parallel.KernelThreads;
import java.lang.foreign.MemorySegment;

/**
 * An update of some cells of one row after the other; several threads at once.
 *
 * @param next where the new values go
 * @param part those that get new values
 * @param keeps whether the others must be copied
 */
record Segment(GridMemory grid, Storage next, Region part, boolean keeps, Block block) {
  /** Wider blocks are cut: a few rows of one stay in a core's cache, for those below them. */
  private static final long MAX_COLUMNS = 8192;

  /** Of a row, between two looks whether the loop is still wanted. */
  private static final long MOST_CELLS_UNASKED = 512;

  /** Cells of one row that are to get new values, as indices; several threads at once. */
  @FunctionalInterface
  interface Span {
    void run(long from, long to);
  }

  /** As many cells of each of some neighbouring rows of one plane; several threads at once. */
  @FunctionalInterface
  interface Block {
    /**
     * @param from index of the first row's first cell
     * @param to index after the first row's last
     */
    void run(long from, long to, long rows);
  }

  /**
   * Row by row; a kernel may take any time for a cell, so the loop can be stopped within a row.
   *
   * @param stride cells from one row to the next
   */
  static Block byRow(KernelThreads threads, Span span, long stride) {
    return (from, to, rows) -> {
      for (long row = 0; row < rows; row++) {
        final long end = to + row * stride;
        for (long cell = from + row * stride; cell < end; cell += MOST_CELLS_UNASKED) {
          threads.requireGoing();
          span.run(cell, Math.min(end, cell + MOST_CELLS_UNASKED));
        }
      }
    };
  }

  /**
   * All of a box, by all of a worker's cores. The cells are held: compiled stencils, which reach
   * them by address, must not outlive them.
   */
  void run(KernelThreads threads, Region region) {
    if (region.isEmpty()) {
      return;
    }
    final Storage before = grid.placement().storage();
    before.hold();
    try {
      next.hold();
      try {
        runHeld(threads, region);
      } finally {
        next.letGo();
      }
    } finally {
      before.letGo();
    }
  }

  private void runHeld(KernelThreads threads, Region region) {
    threads.run(
        0,
        region.lines(),
        region.columns(),
        (from, to) -> {
          for (long line = from, end; line < to; line = end) {
            final long row = region.rowOf(line);
            end = Math.min(to, line + region.rowTo() - row);
            run(region, region.planeOf(line), row, row + end - line);
          }
        });
  }

  private void run(Region region, long plane, long rowFrom, long rowTo) {
    final boolean outside = plane < part.planeFrom() || plane >= part.planeTo();
    final long from = outside ? rowTo : Math.clamp(part.rowFrom(), rowFrom, rowTo);
    final long to = outside ? rowTo : Math.clamp(part.rowTo(), from, rowTo);
    final long left = Math.clamp(part.columnFrom(), region.columnFrom(), region.columnTo());
    final long right = Math.clamp(part.columnTo(), left, region.columnTo());
    if (keeps) {
      keep(plane, rowFrom, from, region.columnFrom(), region.columnTo());
      keep(plane, from, to, region.columnFrom(), left);
      keep(plane, from, to, right, region.columnTo());
      keep(plane, to, rowTo, region.columnFrom(), region.columnTo());
    }
    if (from < to) {
      for (long column = left; column < right; column += MAX_COLUMNS) {
        final long begin = grid.placement().tile().index(plane, from, column);
        block.run(begin, begin + Math.min(MAX_COLUMNS, right - column), to - from);
      }
    }
  }

  private void keep(long plane, long rowFrom, long rowTo, long columnFrom, long columnTo) {
    if (columnFrom >= columnTo) {
      return;
    }
    final MemorySegment before = grid.placement().storage().segment();
    for (long row = rowFrom; row < rowTo; row++) {
      final long begin = grid.placement().tile().index(plane, row, columnFrom);
      grid.keep(before, next.segment(), begin, begin + columnTo - columnFrom);
    }
  }
}
