package io.lull.reconfig.grid;

import io.lull.reconfig.distribution.Region;

/**
 * Where cells lie in memory: this worker's rectangle with its halo around it, row after row.
 *
 * @param own in the whole grid's coordinates
 * @param halo its width
 * @param stride cells from one row to the next
 */
record Tile(Region own, int halo, int stride) {
  /** The longest array that every Java machine gives. */
  private static final long MAX_CELLS = Integer.MAX_VALUE - 8L;

  static Tile of(String grid, Region own, int halo) {
    final long stride = own.columns() + 2L * halo;
    final long cells = (own.rows() + 2L * halo) * stride;
    if (cells > MAX_CELLS) {
      throw new IllegalArgumentException(
          "grid "
              + grid
              + ": one worker's part of "
              + own.rows()
              + " x "
              + own.columns()
              + " cells is over the limit of "
              + MAX_CELLS
              + ": give the job more workers");
    }
    return new Tile(own, halo, (int) stride);
  }

  int length() {
    return Math.toIntExact((own.rows() + 2L * halo) * stride);
  }

  /** May lie in the halo. */
  int index(long row, long column) {
    return (int) ((row - own.rowFrom() + halo) * stride + (column - own.columnFrom() + halo));
  }
}
