package io.lull.reconfig.memory;

import io.lull.reconfig.distribution.Reach;
import io.lull.reconfig.distribution.Region;
import java.lang.foreign.MemorySegment;

/** A worker's part of a grid and the memory that holds it. */
public record StoredTile(Tile tile, Storage storage) {
  /**
   * Memory that held other cells has zeros where the grid has none. Cells of neighbours come before
   * they are read, and the worker's own are all about to be written.
   *
   * @param grid all of it
   */
  public void clearBeyond(Region grid, int cellBytes) {
    final Region own = tile.own();
    final Reach halo = tile.halo();
    final MemorySegment cells = storage.segment();
    if (own.isEmpty()) {
      cells.fill((byte) 0);
      return;
    }
    // Planes and rows of the halo lie together.
    clear(cells, 0, tile.index(own.planeFrom(), own.rowFrom(), own.columnFrom()), cellBytes);
    for (long plane = own.planeFrom() + 1; plane < own.planeTo(); plane++) {
      final long before = tile.index(plane - 1, own.rowTo() - 1, own.columnTo());
      clear(cells, before, tile.index(plane, own.rowFrom(), own.columnFrom()), cellBytes);
    }
    final long last = tile.index(own.planeTo() - 1, own.rowTo() - 1, own.columnTo());
    clear(cells, last, tile.length(), cellBytes);
    final int width = halo.columns();
    if (own.columnFrom() - width < grid.columnFrom()) {
      clearColumns(cells, own.columnFrom() - width, cellBytes);
    }
    if (own.columnTo() + width > grid.columnTo()) {
      clearColumns(cells, own.columnTo(), cellBytes);
    }
  }

  private static void clear(MemorySegment cells, long from, long to, int cellBytes) {
    cells.asSlice(from * cellBytes, (to - from) * cellBytes).fill((byte) 0);
  }

  /** As wide as the halo, at one side of the worker's cells. */
  private void clearColumns(MemorySegment cells, long columnFrom, int cellBytes) {
    final Region own = tile.own();
    final long bytes = (long) tile.halo().columns() * cellBytes;
    // Copied as cells are that move: code that is compiled when this runs for the first time.
    final MemorySegment zeros = MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]);
    for (long plane = own.planeFrom(); plane < own.planeTo(); plane++) {
      for (long row = own.rowFrom(); row < own.rowTo(); row++) {
        final long from = tile.index(plane, row, columnFrom) * cellBytes;
        MemorySegment.copy(zeros, 0, cells, from, bytes);
      }
    }
  }
}
