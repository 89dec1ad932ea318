package io.lull.reconfig.grid;

import io.lull.reconfig.distribution.Reach;
import io.lull.reconfig.distribution.Shape;
import io.lull.reconfig.memory.Cells;
import io.lull.reconfig.memory.StoredTile;
import io.lull.reconfig.memory.Tile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * What a grid is and where its present cells lie, without what is done with them: the runtime and
 * the parts of a {@link Grid} need no more of it. An author's program uses {@link Grid}.
 */
public abstract sealed class GridMemory permits Grid {
  private final String name;
  private final Shape shape;
  private final Halo halo;
  private @Nullable StoredTile placement;

  // The kernels read these three: fields of their own, so that the compiler sees plain accesses
  // to memory.
  MemorySegment cells = MemorySegment.NULL;
  long stride;
  long planeStride;

  final Spares spares = new Spares();

  GridMemory(String name, Shape shape, Halo halo) {
    this.name = name;
    this.shape = shape;
    this.halo = halo;
  }

  public final String name() {
    return name;
  }

  public final Halo halo() {
    return halo;
  }

  final Shape shape() {
    return shape;
  }

  final Reach reach() {
    return Reach.of(halo.width(), shape.extents().dimensions());
  }

  /** What a cell is made of, as it lies in memory: one of it, or several in a row. */
  abstract ValueLayout layout();

  final StoredTile placement() {
    final @Nullable StoredTile present = placement;
    if (present == null) {
      throw new IllegalStateException(
          "grid "
              + name
              + " has no cells yet: use it in initialise, iterate and finish, not in declare");
    }
    return present;
  }

  final @Nullable StoredTile placementOrNull() {
    return placement;
  }

  /** The kernels' view of the cells follows the placement. */
  final void place(@Nullable StoredTile next) {
    placement = next;
    cells = next == null ? MemorySegment.NULL : next.storage().segment();
    stride = next == null ? 0 : next.tile().stride();
    planeStride = next == null ? 0 : next.tile().planeStride();
  }

  /** The cells of a placement. */
  final Cells view(StoredTile of) {
    return new Cells(of.tile(), of.storage(), layout(), shape.cellBytes());
  }

  /** The present cells. */
  final Cells present() {
    return view(placement());
  }

  /** What the cells of a tile take. */
  final long bytes(Tile tile) {
    return Math.multiplyExact(tile.length(), shape.cellBytes());
  }

  /** The index of the cell so many planes, rows and columns away. */
  final long away(long cell, int planes, int rows, int columns) {
    return cell + planes * planeStride + rows * stride + columns;
  }

  /** Copies cells to the same place. */
  final void keep(MemorySegment before, MemorySegment next, long from, long to) {
    final int cellBytes = shape.cellBytes();
    MemorySegment.copy(before, from * cellBytes, next, from * cellBytes, (to - from) * cellBytes);
  }

  /** Then the same index means the same place in both. */
  final boolean isAlike(GridMemory other) {
    return hasExtentsOf(other) && shape.isDividedAs(other.shape);
  }

  private boolean hasExtentsOf(GridMemory other) {
    return shape.extents().equals(other.shape.extents()) && halo.width() == other.halo.width();
  }

  /**
   * @throws IllegalArgumentException when an update of this grid cannot read the other
   */
  final void requireAlike(GridMemory other) {
    if (isAlike(other)) {
      return;
    }
    final String wrong =
        hasExtentsOf(other) ? "need to be divided alike" : "need the same extents and halo width";
    throw new IllegalArgumentException(
        "an update of grid " + name + " cannot read grid " + other.name + ": the two " + wrong);
  }
}
