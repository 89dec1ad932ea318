package io.lull.reconfig.grid;

import io.lull.reconfig.memory.StoredTile;
import io.lull.reconfig.memory.Tile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Cells of another grid that lie around one whose new value is made. Of a periodic grid also those
 * beyond its edges; of others zeros are there. Any number of threads may read it, during the call
 * that it is given to.
 */
public final class DoubleView {
  private final Tile tile;
  private final MemorySegment cells;

  DoubleView(StoredTile placement) {
    this.tile = placement.tile();
    this.cells = placement.storage().segment();
  }

  /** By its place in the whole other grid; only cells of the footprint are there. */
  public double at(long plane, long row, long column) {
    return cells.getAtIndex(ValueLayout.JAVA_DOUBLE, tile.index(plane, row, column));
  }
}
