package io.lull.reconfig.grid;

import io.lull.reconfig.distribution.HaloPlan;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Shape;
import io.lull.reconfig.parallel.Crew;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A grid that is shared out among the workers. Its cells are changed by whole updates only: the
 * values before stay as they are until all new ones are there, so a kernel may read any neighbour,
 * and a checkpoint may keep the values before without copying them.
 */
public abstract sealed class Grid permits DoubleGrid, ByteGrid {
  /** This worker's part and the array that holds it. */
  record Placement(Tile tile, Object cells) {}

  /** Cells of one row that are to get new values, as indices; several threads at once. */
  @FunctionalInterface
  interface Span {
    void run(int from, int to);
  }

  private final String name;
  private final Shape shape;
  private final Halo halo;
  private final Fellows fellows;
  private final Crew crew;

  private @Nullable Placement placement;
  private @Nullable Placement pending;
  private HaloPlan haloPlan = new HaloPlan(List.of(), List.of(), List.of());
  private boolean haloFresh;
  private @Nullable Object retained;

  Grid(String name, Shape shape, Halo halo, Fellows fellows, Crew crew) {
    this.name = name;
    this.shape = shape;
    this.halo = halo;
    this.fellows = fellows;
    this.crew = crew;
  }

  public final String name() {
    return name;
  }

  public final long rows() {
    return shape.rows();
  }

  public final long columns() {
    return shape.columns();
  }

  public final Halo halo() {
    return halo;
  }

  /** The whole grid. */
  public final Region all() {
    return Region.of(shape.rows(), shape.columns());
  }

  /** The whole grid without so many rows and columns at each edge. */
  public final Region inner(int margin) {
    return all().grow(-margin);
  }

  final Shape shape() {
    return shape;
  }

  final Fellows fellows() {
    return fellows;
  }

  final Crew crew() {
    return crew;
  }

  final Placement placement() {
    final @Nullable Placement present = placement;
    if (present == null) {
      throw new IllegalStateException(
          "grid "
              + name
              + " has no cells yet: use it in initialise, iterate and finish, not in declare");
    }
    return present;
  }

  final @Nullable Placement placementOrNull() {
    return placement;
  }

  final @Nullable Placement pending() {
    return pending;
  }

  final void prepare(Region own) {
    final Tile tile = Tile.of(name, own, halo.width());
    pending = new Placement(tile, allocate(tile.length()));
  }

  final void abandon() {
    pending = null;
  }

  /** The pending cells, or none, become the present ones. */
  final void commit(List<Region> regions, int rank) {
    placement = pending;
    pending = null;
    haloFresh = false;
    haloPlan =
        rank < 0
            ? new HaloPlan(List.of(), List.of(), List.of())
            : HaloPlan.of(all(), regions, halo.width(), halo.periodic(), rank);
    placed(placement);
  }

  /** Replaces the present cells by others of the same tile. */
  final void replace(Object cells) {
    final Placement next = new Placement(placement().tile(), cells);
    placement = next;
    haloFresh = false;
    placed(next);
  }

  /** Somebody goes on reading the present cells: updates are not to write them again. */
  final void retainPresent() {
    retained = placement().cells();
  }

  /** Whether updates may write into an array that they have replaced; asked once for each. */
  @SuppressWarnings("ReferenceEquality") // the array itself is meant, not what is in it
  final boolean release(Object cells) {
    if (cells == retained) {
      retained = null;
      return false;
    }
    return true;
  }

  final void refreshHalo() {
    if (!haloFresh) {
      final Placement present = placement();
      for (final HaloPlan.Patch patch : haloPlan.own()) {
        copyWithin(present, patch);
      }
      if (!haloPlan.receives().isEmpty() || !haloPlan.sends().isEmpty()) {
        fellows.exchange(this, haloPlan);
      }
      haloFresh = true;
    }
  }

  /** Before an update that reads these grids' neighbours. */
  final void refreshHalos(Grid[] alsoRead) {
    refreshHalo();
    for (final Grid other : alsoRead) {
      requireAlike(other);
      other.refreshHalo();
    }
  }

  /** Then the same index means the same place in both. */
  final void requireAlike(Grid other) {
    if (other.rows() != rows()
        || other.columns() != columns()
        || other.halo.width() != halo.width()) {
      throw new IllegalArgumentException(
          "an update of grid "
              + name
              + " cannot read grid "
              + other.name
              + ": the two need the same rows, columns and halo width");
    }
  }

  /**
   * Goes through this worker's rows with all its cores. Cells outside of the area keep their
   * values.
   */
  final void sweep(Region area, Object before, Object next, Span span) {
    final Tile tile = placement().tile();
    final Region own = tile.own();
    final Region part = area.intersect(own);
    crew.run(
        own.rowFrom(),
        own.rowTo(),
        own.columns(),
        (rowFrom, rowTo) -> {
          for (long row = rowFrom; row < rowTo; row++) {
            final int first = tile.index(row, own.columnFrom());
            final int end = tile.index(row, own.columnTo());
            if (part.isEmpty() || row < part.rowFrom() || row >= part.rowTo()) {
              keep(before, next, first, end);
            } else {
              final int from = tile.index(row, part.columnFrom());
              final int to = tile.index(row, part.columnTo());
              keep(before, next, first, from);
              span.run(from, to);
              keep(before, next, to, end);
            }
          }
        });
  }

  private void copyWithin(Placement present, HaloPlan.Patch patch) {
    final Region source = patch.source();
    final int columns = Math.toIntExact(source.columns());
    for (long row = source.rowFrom(); row < source.rowTo(); row++) {
      final int from = present.tile().index(row, source.columnFrom());
      final int to =
          present.tile().index(row + patch.rowShift(), source.columnFrom() + patch.columnShift());
      System.arraycopy(present.cells(), from, present.cells(), to, columns);
    }
  }

  abstract Object allocate(int length);

  /** Copies cells to the same place. */
  abstract void keep(Object before, Object next, int from, int to);

  /** The kernels' view of the cells follows the placement. */
  abstract void placed(@Nullable Placement present);

  /** Appends so many cells, little-endian. */
  abstract void get(Object cells, int index, int count, ByteBuffer out);

  /** Takes so many cells. */
  abstract void put(Object cells, int index, int count, ByteBuffer in);
}
