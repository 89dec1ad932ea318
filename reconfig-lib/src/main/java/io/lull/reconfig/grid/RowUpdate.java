package io.lull.reconfig.grid;

import io.lull.reconfig.distribution.Ownership;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.memory.Tile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** An update of a grid by a kernel that has whole rows before it. */
final class RowUpdate {
  private static final ValueLayout.OfDouble CELL = ValueLayout.JAVA_DOUBLE;

  private RowUpdate() {}

  /**
   * Collective.
   *
   * @param area in the whole grid's coordinates, within the grid
   * @throws IllegalStateException when the grid is divided so that rows may be cut
   */
  static void run(DoubleGrid grid, Region area, RowKernel kernel) {
    if (!grid.shape().division().keepsRowsWhole()) {
      throw new IllegalStateException(
          "updateRows of grid "
              + grid.name()
              + " needs whole rows on each worker: declare it with Division.rows() or"
              + " Division.dealtRows(block)");
    }
    final int width = (int) (area.columnTo() - area.columnFrom());
    final MemorySegment before = grid.cells;
    final MemorySegment next = grid.next().segment();
    final Tile tile = grid.placement().tile();
    final Ownership ownership = grid.ownership();
    grid.sweepBlocks(
        area,
        List.of(grid),
        (from, _, rows) -> {
          final Tile.Place place = tile.place(from);
          if (place.column() != area.columnFrom()) {
            return; // Wide rows come in several parts: the first stands for all.
          }
          final double[] row = new double[width];
          for (long i = 0; i < rows; i++) {
            grid.threads().requireGoing();
            final long bytes = (from + i * grid.stride) * Double.BYTES;
            MemorySegment.copy(before, CELL, bytes, row, 0, width);
            kernel.update(ownership.row(place.row() + i), row);
            MemorySegment.copy(row, 0, next, CELL, bytes, width);
          }
        });
  }
}
