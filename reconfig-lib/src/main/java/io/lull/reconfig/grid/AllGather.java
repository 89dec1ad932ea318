package io.lull.reconfig.grid;

import io.lull.reconfig.distribution.IndexSet;
import io.lull.reconfig.distribution.Ownership;
import io.lull.reconfig.distribution.Packing;
import io.lull.reconfig.distribution.Places;
import io.lull.reconfig.distribution.Region;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;

/** Brings some cells of a grid to all workers, however the grid is divided. */
final class AllGather {
  /** Every worker holds them all at once. */
  private static final int MOST_BYTES = 64 << 20;

  private AllGather() {}

  /**
   * Of a grid of doubles. Collective: each owner's part goes to all by itself, in the order of the
   * ranks.
   *
   * @return plane by plane and row by row
   * @throws IllegalArgumentException when there are no such cells, or too many
   */
  static double[] doubles(Grid grid, Region area) {
    check(grid, area);
    final double[] values = new double[Math.toIntExact(area.cells())];
    final Ownership ownership = grid.ownership();
    final IndexSet wanted = area.indices(grid.shape().extents().dimensions());
    for (int rank = 0; rank < ownership.regions().size(); rank++) {
      final IndexSet owned = ownership.owned(rank).intersect(wanted);
      if (!owned.isEmpty()) {
        final byte[] mine =
            rank == ownership.rank()
                ? packed(grid, new Packing(owned, ownership.places()))
                : new byte[0];
        final byte[] theirs = grid.exchange().broadcast(mine, rank);
        if (theirs.length != owned.cells() * Double.BYTES) {
          throw new IllegalStateException(
              "workers do not bring the same cells of grid "
                  + grid.name()
                  + " to all: let no call to a grid depend on the rank or on local cells");
        }
        put(owned, ByteBuffer.wrap(theirs).order(ByteOrder.LITTLE_ENDIAN), area, values);
      }
    }
    return values;
  }

  private static void put(IndexSet owned, ByteBuffer cells, Region area, double[] values) {
    final DoubleBuffer from = cells.asDoubleBuffer();
    new Packing(owned, Places.OWN)
        .strips(strip -> {
          final long line = area.lineOf(strip.plane(), strip.row()) * area.columns();
          for (long i = 0; i < strip.count(); i++) {
            final long at = line + strip.columnOf(i) - area.columnFrom();
            from.get(values, Math.toIntExact(at), Math.toIntExact(strip.length()));
          }
        });
  }

  private static byte[] packed(Grid grid, Packing packing) {
    grid.awaitCells();
    final byte[] bytes = new byte[Math.toIntExact(packing.cells() * grid.shape().cellBytes())];
    grid.present().read(packing, 0, packing.cells(), ByteBuffer.wrap(bytes));
    return bytes;
  }

  /**
   * @throws IllegalArgumentException when there are no such cells, or too many
   */
  private static void check(Grid grid, Region area) {
    if (!area.equals(area.intersect(grid.all())) || area.isEmpty()) {
      throw new IllegalArgumentException(
          "grid "
              + grid.name()
              + " of "
              + grid.shape().extents().described()
              + " cells has no "
              + area);
    }
    if (area.cells() > MOST_BYTES / grid.shape().cellBytes()) {
      throw new IllegalArgumentException(
          area.cells()
              + " cells of grid "
              + grid.name()
              + " for every worker: "
              + MOST_BYTES / grid.shape().cellBytes()
              + " are the most; bring them part by part");
    }
  }
}
