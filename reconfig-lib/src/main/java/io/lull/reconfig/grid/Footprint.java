package io.lull.reconfig.grid;

import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.distribution.HaloPlan;
import io.lull.reconfig.distribution.Ownership;
import io.lull.reconfig.distribution.Reach;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.memory.Cells;
import io.lull.reconfig.memory.StoredTile;
import io.lull.reconfig.memory.Tile;
import java.util.List;

/**
 * The cells of another grid, of other extents, that a cell's new value depends on: in each
 * dimension that the grids have, of a cell with index i those from {@code floor((i * times + first)
 * / over)} to {@code floor((i * times + last) / over)}.
 *
 * @param times at least 1
 * @param over at least 1
 * @param first of the lowest neighbour
 * @param last of the highest neighbour, not below the first
 */
public record Footprint(int times, int over, int first, int last) {
  public Footprint {
    if (times < 1 || over < 1 || last < first) {
      throw new IllegalArgumentException(
          "a footprint of times " + times + ", over " + over + ", from " + first + " to " + last);
    }
  }

  /**
   * Of a grid twice as fine: the fine cell 2 i + 1 and its neighbours.
   *
   * @param reach how far they are away
   */
  public static Footprint ofFiner(int reach) {
    return new Footprint(2, 1, 1 - reach, 1 + reach);
  }

  /** Of a grid half as fine: the coarse cells whose places, 2 j + 1, are beside a fine cell. */
  public static Footprint ofCoarser() {
    return new Footprint(1, 2, -1, 0);
  }

  /** All cells that those of a box need. */
  Region of(Region box, int dimensions) {
    if (box.isEmpty()) {
      return new Region(0, 0, 0, 0, 0, 0);
    }
    final boolean planes = dimensions > 2;
    final boolean rows = dimensions > 1;
    return new Region(
        planes ? low(box.planeFrom()) : 0,
        planes ? high(box.planeTo()) : 1,
        rows ? low(box.rowFrom()) : 0,
        rows ? high(box.rowTo()) : 1,
        low(box.columnFrom()),
        high(box.columnTo()));
  }

  /**
   * Some cells of a grid, brought together for a worker that makes others' values from them.
   * Collective.
   *
   * @param wanted by rank
   * @return what this worker wanted; the caller lets it go
   */
  static StoredTile gathered(Grid grid, List<Region> wanted) {
    grid.threads().requireIdle();
    grid.exchange().reading(grid);
    final Ownership ownership = grid.ownership();
    final HaloPlan plan =
        HaloPlan.copies(
            grid.all(),
            ownership.regions(),
            wanted,
            grid.shape().extents().dimensions(),
            grid.halo().periodic(),
            ownership.rank());
    grid.awaitCells();
    final Cells own = grid.present();
    grid.exchange().give(plan, own);
    final StoredTile gathered =
        grid.beside(Tile.of(wanted.get(ownership.rank()), Reach.of(0, Extents.MOST_DIMENSIONS)));
    boolean complete = false;
    try {
      final Cells into = grid.view(gathered);
      for (final HaloPlan.Patch patch : plan.own()) {
        own.copyTo(into, patch);
      }
      grid.exchange().take(grid, plan, into);
      complete = true;
      return gathered;
    } finally {
      if (!complete) {
        gathered.storage().letGo();
      }
    }
  }

  private long low(long from) {
    return Math.floorDiv(from * times + first, over);
  }

  private long high(long to) {
    return Math.floorDiv((to - 1) * times + last, over) + 1;
  }
}
