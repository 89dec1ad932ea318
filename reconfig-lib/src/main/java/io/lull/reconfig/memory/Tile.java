package io.lull.reconfig.memory;

import io.lull.reconfig.distribution.Reach;
import io.lull.reconfig.distribution.Region;

/**
 * The memory layout of cells: this worker's box with its halo around it, plane after plane, row
 * after row.
 *
 * @param own in the whole grid's coordinates
 * @param halo how far it reaches
 * @param lead cells in a row before its first own one: the halo, and what lets wide rows begin with
 *     a cache line
 * @param stride cells from one row to the next
 */
public record Tile(Region own, Reach halo, long lead, long stride) {
  /** Eight doubles are a cache line. */
  private static final long LINE_CELLS = 8;

  /** Narrower rows are not padded: it would be much of them. */
  private static final long LEAST_WIDE_COLUMNS = 64;

  public static Tile of(Region own, Reach halo) {
    final boolean wide = own.columns() >= LEAST_WIDE_COLUMNS;
    final long width = halo.columns();
    final long lead = wide ? Math.ceilDiv(width, LINE_CELLS) * LINE_CELLS : width;
    final long columns = lead + own.columns() + width;
    return new Tile(
        own, halo, lead, wide ? Math.ceilDiv(columns, LINE_CELLS) * LINE_CELLS : columns);
  }

  /** Cells from one plane to the next. */
  public long planeStride() {
    return (own.rows() + 2L * halo.rows()) * stride;
  }

  /** How many cells it takes in memory. */
  public long length() {
    return (own.planes() + 2L * halo.planes()) * planeStride();
  }

  /** May lie in the halo. */
  public long index(long plane, long row, long column) {
    return (plane - own.planeFrom() + halo.planes()) * planeStride()
        + (row - own.rowFrom() + halo.rows()) * stride
        + (column - own.columnFrom())
        + lead;
  }

  /** Whose index that is. */
  public Place place(long index) {
    final long plane = index / planeStride();
    final long inPlane = index - plane * planeStride();
    final long row = inPlane / stride;
    return new Place(
        plane - halo.planes() + own.planeFrom(),
        row - halo.rows() + own.rowFrom(),
        inPlane - row * stride - lead + own.columnFrom());
  }

  /** Of a cell in the whole grid. */
  public record Place(long plane, long row, long column) {}
}
