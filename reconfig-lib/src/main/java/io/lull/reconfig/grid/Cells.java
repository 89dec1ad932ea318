package io.lull.reconfig.grid;

import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Shape;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A grid's cells as the runtime moves and keeps them; an author's program has no use for it.
 *
 * <p>What is written and read is little-endian, row by row. A change of place is prepared beside
 * the present cells, which stay as they are until {@link #commit}.
 */
public final class Cells {
  private final Grid grid;
  private final Tile tile;
  private final Object array;

  private Cells(Grid grid, Grid.Placement placement) {
    this.grid = grid;
    this.tile = placement.tile();
    this.array = placement.cells();
  }

  public static Shape shape(Grid grid) {
    return grid.shape();
  }

  /** Whether this worker owns cells of the grid now. */
  public static boolean placed(Grid grid) {
    return grid.placementOrNull() != null;
  }

  /** The present cells: a view that later changes of place do not touch, but later updates may. */
  public static Cells present(Grid grid) {
    return new Cells(grid, grid.placement());
  }

  /**
   * The present cells for as long as the caller wants: updates write elsewhere from now on. Nothing
   * is copied.
   */
  public static Cells retained(Grid grid) {
    grid.retainPresent();
    return new Cells(grid, grid.placement());
  }

  /** Makes room for the rectangle that this worker is to own. */
  public static void prepare(Grid grid, Region own) {
    grid.prepare(own);
  }

  /** The cells made room for. */
  public static Cells pending(Grid grid) {
    final Grid.@Nullable Placement pending = grid.pending();
    if (pending == null) {
      throw new IllegalStateException("no change of place is prepared for grid " + grid.name());
    }
    return new Cells(grid, pending);
  }

  public static void abandon(Grid grid) {
    grid.abandon();
  }

  /**
   * What was prepared is in force; if nothing was, this worker owns nothing now.
   *
   * @param regions of all ranks
   * @param rank of this worker, -1 if it has none
   */
  public static void commit(Grid grid, List<Region> regions, int rank) {
    grid.commit(regions, rank);
  }

  public Region own() {
    return tile.own();
  }

  public int cellBytes() {
    return grid.shape().cellBytes();
  }

  /** Appends a rectangle's cells. */
  public void read(Region region, ByteBuffer out) {
    final int columns = Math.toIntExact(region.columns());
    for (long row = region.rowFrom(); row < region.rowTo(); row++) {
      grid.get(array, tile.index(row, region.columnFrom()), columns, out);
    }
  }

  /** Takes a rectangle's cells. */
  public void write(Region region, ByteBuffer in) {
    final int columns = Math.toIntExact(region.columns());
    for (long row = region.rowFrom(); row < region.rowTo(); row++) {
      grid.put(array, tile.index(row, region.columnFrom()), columns, in);
    }
  }

  /** Copies a rectangle to other cells of the same grid, here in memory. */
  public void copyTo(Cells target, Region region) {
    final int columns = Math.toIntExact(region.columns());
    for (long row = region.rowFrom(); row < region.rowTo(); row++) {
      System.arraycopy(
          array,
          tile.index(row, region.columnFrom()),
          target.array,
          target.tile.index(row, region.columnFrom()),
          columns);
    }
  }
}
