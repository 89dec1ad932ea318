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

  /** All of a box, by all of a worker's cores. */
  void run(Crew crew, Region region) {
    if (region.isEmpty()) {
      return;
    }
    crew.run(
        0,
        region.lines(),
        region.columns(),
        (from, to) -> {
          for (long line = from; line < to; line++) {
            run(region.planeOf(line), region.rowOf(line), region.columnFrom(), region.columnTo());
          }
        });
  }
}
