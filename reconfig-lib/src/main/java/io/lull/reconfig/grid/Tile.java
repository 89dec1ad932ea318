package io.lull.reconfig.grid;

import io.lull.reconfig.distribution.Region;

/**
 * Where cells lie in memory: this worker's rectangle with its halo around it, row after row.
 *
 * @param own in the whole grid's coordinates
 * @param halo its width
 * @param lead cells in a row before its first own one: the halo, and what lets wide rows begin with
 *     a cache line
 * @param stride cells from one row to the next
 */
record Tile(Region own, int halo, long lead, long stride) {
  /** Eight doubles are a cache line. */
  private static final long LINE_CELLS = 8;

  /** Narrower rows are not padded: it would be much of them. */
  private static final long LEAST_WIDE_COLUMNS = 64;

  static Tile of(Region own, int halo) {
    final boolean wide = own.columns() >= LEAST_WIDE_COLUMNS;
    final long lead = wide ? Math.ceilDiv(halo, LINE_CELLS) * LINE_CELLS : halo;
    final long columns = lead + own.columns() + halo;
    return new Tile(
        own, halo, lead, wide ? Math.ceilDiv(columns, LINE_CELLS) * LINE_CELLS : columns);
  }

  /** How many cells it takes in memory. */
  long length() {
    return (own.rows() + 2L * halo) * stride;
  }

  /** May lie in the halo. */
  long index(long row, long column) {
    return (row - own.rowFrom() + halo) * stride + (column - own.columnFrom()) + lead;
  }
}
