package io.lull.reconfig.grid;

import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.parallel.Crew;

/**
 * An update of some cells of one row after the other; several threads at once.
 *
 * @param part those that get new values
 * @param keeps whether the others must be copied
 */
record Segment(Grid grid, Region part, boolean keeps, Grid.Span span) {
  private void run(long plane, long row, long columnFrom, long columnTo) {
    final boolean outside =
        plane < part.planeFrom()
            || plane >= part.planeTo()
            || row < part.rowFrom()
            || row >= part.rowTo();
    final long from = outside ? columnTo : Math.clamp(part.columnFrom(), columnFrom, columnTo);
    final long to = outside ? columnTo : Math.clamp(part.columnTo(), from, columnTo);
    final Tile tile = grid.placement().tile();
    final long begin = tile.index(plane, row, columnFrom);
    if (keeps) {
      grid.keep(begin, begin + from - columnFrom);
      grid.keep(begin + to - columnFrom, begin + columnTo - columnFrom);
    }
    if (from < to) {
      span.run(begin + from - columnFrom, begin + to - columnFrom);
    }
  }

  /**
   * All of a box, by all of a worker's cores. The cells are held: compiled stencils, which reach
   * them by address, must not outlive them.
   */
  void run(Crew crew, Region region) {
    if (region.isEmpty()) {
      return;
    }
    final Storage before = grid.placement().storage();
    final Storage next = grid.next();
    before.hold();
    try {
      next.hold();
      try {
        runHeld(crew, region);
      } finally {
        next.letGo();
      }
    } finally {
      before.letGo();
    }
  }

  private void runHeld(Crew crew, Region region) {
    crew.run(
        0,
        region.lines(),
        region.columns(),
        (from, to) -> {
          long plane = region.planeOf(from);
          long row = region.rowOf(from);
          for (long line = from; line < to; line++) {
            run(plane, row, region.columnFrom(), region.columnTo());
            row++;
            if (row == region.rowTo()) {
              row = region.rowFrom();
              plane++;
            }
          }
        });
  }
}
