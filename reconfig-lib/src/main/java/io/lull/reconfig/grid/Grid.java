package io.lull.reconfig.grid;

import io.lull.reconfig.distribution.HaloPlan;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Shape;
import io.lull.reconfig.parallel.Crew;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A grid that is shared out among the workers. Its cells are changed by whole updates only: the
 * values before stay as they are until all new ones are there, so a kernel may read any neighbour,
 * and a checkpoint may keep the values before without copying them.
 */
public abstract sealed class Grid permits DoubleGrid, ByteGrid {
  /** This worker's part and the memory that holds it. */
  record Placement(Tile tile, Storage storage) {}

  /** Cells of one row that are to get new values, as indices; several threads at once. */
  @FunctionalInterface
  interface Span {
    void run(long from, long to);
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

  /** Where the next update writes. */
  private @Nullable Storage spare;

  /** Outside of it the spare memory holds the present values; null: nowhere. */
  private @Nullable Region agreedOutside;

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
    abandon();
    // While data moves a worker has its old and its new piece, and no third.
    dropSpare();
    final Tile tile = Tile.of(own, halo.width());
    pending = new Placement(tile, allocate(tile));
  }

  private Storage allocate(Tile tile) {
    return Storage.of(Math.multiplyExact(tile.length(), shape.cellBytes()));
  }

  final void abandon() {
    if (pending != null) {
      pending.storage().letGo();
      pending = null;
    }
  }

  private void dropSpare() {
    if (spare != null) {
      spare.letGo();
      spare = null;
    }
  }

  /** The pending cells, or none, become the present ones; the memory of those before is free. */
  final void commit(List<Region> regions, int rank) {
    if (placement != null) {
      placement.storage().letGo();
    }
    dropSpare();
    placement = pending;
    pending = null;
    haloFresh = false;
    haloPlan =
        rank < 0
            ? new HaloPlan(List.of(), List.of(), List.of())
            : HaloPlan.of(all(), regions, halo.width(), halo.periodic(), rank);
    placed(placement);
  }

  /** Memory for all of this worker's cells, to be filled and then used. */
  final Storage next() {
    if (spare == null) {
      spare = allocate(placement().tile());
      agreedOutside = null;
    }
    return spare;
  }

  /**
   * The next cells are the present ones now. Those before are where the next update writes, unless
   * somebody else holds them too.
   *
   * @param changed outside of it they are as before
   */
  final void use(Storage next, Region changed) {
    final Storage before = placement().storage();
    placement = new Placement(placement().tile(), next);
    if (before.isShared()) {
      before.letGo();
      spare = null;
    } else {
      spare = before;
    }
    agreedOutside = changed;
    haloFresh = false;
    placed(placement);
  }

  /** The cells beside this worker's are on their way, or there already. */
  private void beginHalo() {
    if (!haloFresh) {
      final Placement present = placement();
      for (final HaloPlan.Patch patch : haloPlan.own()) {
        copyWithin(present, patch);
      }
      fellows.give(this, haloPlan);
    }
  }

  private void completeHalo() {
    if (!haloFresh) {
      fellows.take(this, haloPlan);
      haloFresh = true;
    }
  }

  /** This grid and others, of whose neighbouring cells an update makes its new values. */
  final List<Grid> with(Grid... others) {
    final List<Grid> all = new ArrayList<>();
    all.add(this);
    for (final Grid other : others) {
      requireAlike(other);
      if (!all.contains(other)) {
        all.add(other);
      }
    }
    return all;
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
   * values. While neighbours' cells are still on their way, the inner cells are done, which need
   * none of them.
   *
   * @param reads of whose neighbouring cells the new values are made; alike
   */
  final void sweep(Region area, List<Grid> reads, Span span) {
    final Region own = placement().tile().own();
    final Region part = area.intersect(own);
    final Segment segment = new Segment(this, part, keeps(part), span);
    agreedOutside = null;
    Region inner = own;
    for (final Grid read : reads) {
      read.beginHalo();
      if (!read.haloFresh) {
        inner = inner.intersect(read.haloPlan.inner(own, read.halo.width()));
      }
    }
    run(inner, segment);
    for (final Grid read : reads) {
      read.completeHalo();
    }
    for (final Region edge : own.without(inner)) {
      run(edge, segment);
    }
    use(next(), part);
  }

  /** Whether the memory of the next values lacks some that stay as they are. */
  private boolean keeps(Region part) {
    next();
    final @Nullable Region outside = agreedOutside;
    return outside == null || !outside.equals(outside.intersect(part));
  }

  private void run(Region region, Segment segment) {
    if (region.isEmpty()) {
      return;
    }
    crew.run(
        region.rowFrom(),
        region.rowTo(),
        region.columns(),
        (from, to) -> {
          for (long row = from; row < to; row++) {
            segment.run(row, region.columnFrom(), region.columnTo());
          }
        });
  }

  /** Some cells of one row; several threads at once. */
  private record Segment(Grid grid, Region part, boolean keeps, Span span) {
    void run(long row, long columnFrom, long columnTo) {
      final boolean outside = row < part.rowFrom() || row >= part.rowTo();
      final long from = outside ? columnTo : Math.clamp(part.columnFrom(), columnFrom, columnTo);
      final long to = outside ? columnTo : Math.clamp(part.columnTo(), from, columnTo);
      if (keeps) {
        grid.keep(row, columnFrom, from);
        grid.keep(row, to, columnTo);
      }
      if (from < to) {
        final Tile tile = grid.placement().tile();
        span.run(tile.index(row, from), tile.index(row, to));
      }
    }
  }

  private void keep(long row, long columnFrom, long columnTo) {
    if (columnFrom < columnTo) {
      final Tile tile = placement().tile();
      keep(
          placement().storage().segment(),
          next().segment(),
          tile.index(row, columnFrom),
          tile.index(row, columnTo));
    }
  }

  /** Copies cells to the same place. */
  final void keep(MemorySegment before, MemorySegment next, long from, long to) {
    final int cellBytes = shape.cellBytes();
    MemorySegment.copy(before, from * cellBytes, next, from * cellBytes, (to - from) * cellBytes);
  }

  private void copyWithin(Placement present, HaloPlan.Patch patch) {
    final Region source = patch.source();
    final MemorySegment cells = present.storage().segment();
    final int cellBytes = shape.cellBytes();
    for (long row = source.rowFrom(); row < source.rowTo(); row++) {
      final long from = present.tile().index(row, source.columnFrom());
      final long to =
          present.tile().index(row + patch.rowShift(), source.columnFrom() + patch.columnShift());
      MemorySegment.copy(
          cells, from * cellBytes, cells, to * cellBytes, source.columns() * cellBytes);
    }
  }

  /** The kernels' view of the cells follows the placement. */
  abstract void placed(@Nullable Placement present);

  /** A cell as it lies in memory. */
  abstract ValueLayout layout();
}
