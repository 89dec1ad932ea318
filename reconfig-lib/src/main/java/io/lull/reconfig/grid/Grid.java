package io.lull.reconfig.grid;

import io.lull.reconfig.distribution.HaloPlan;
import io.lull.reconfig.distribution.Reach;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Shape;
import io.lull.reconfig.parallel.KernelThreads;
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
public abstract sealed class Grid
    permits DoubleGrid, FloatGrid, LongGrid, IntGrid, ByteGrid, RecordGrid {
  /** This worker's part and the memory that holds it. */
  record Placement(Tile tile, Storage storage) {}

  /** Cells of one row that are to get new values, as indices; several threads at once. */
  @FunctionalInterface
  interface Span {
    void run(long from, long to);
  }

  /** New values of the cells of one row, from one column to before another. */
  @FunctionalInterface
  interface LineFill {
    /**
     * @param cell index of the first
     */
    void run(MemorySegment next, long cell, long plane, long row, long columnFrom, long columnTo);
  }

  private final String name;
  private final Shape shape;
  private final Halo halo;
  private final GridExchange exchange;
  private final KernelThreads threads;

  // The kernels read these three: fields of their own, so that the compiler sees plain accesses
  // to memory.
  MemorySegment cells = MemorySegment.NULL;
  long stride;
  long planeStride;

  final ReachCheck reachCheck = new ReachCheck(this);
  private @Nullable Placement placement;
  private @Nullable Placement pending;
  private Ownership ownership;
  private boolean haloFresh;

  /** Outside of it no cell has changed since that was last asked; null: all may have. */
  private @Nullable Region changed;

  private final Spares spares = new Spares();

  Grid(String name, Shape shape, Halo halo, GridExchange exchange, KernelThreads threads) {
    Ownership.check(name, shape, halo);
    this.name = name;
    this.shape = shape;
    this.halo = halo;
    this.exchange = exchange;
    this.threads = threads;
    this.ownership = Ownership.nobody(shape);
  }

  public final String name() {
    return name;
  }

  /** 1 for a grid of one or two dimensions. */
  public final long planes() {
    return shape.planes();
  }

  /** 1 for a grid of one dimension. */
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
    return shape.all();
  }

  /** The whole grid without so many cells at each edge. */
  public final Region inner(int margin) {
    return all().shrink(Reach.of(margin, shape.extents().dimensions()));
  }

  final Shape shape() {
    return shape;
  }

  final Reach reach() {
    return Reach.of(halo.width(), shape.extents().dimensions());
  }

  final GridExchange exchange() {
    return exchange;
  }

  final KernelThreads threads() {
    return threads;
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

  /** The cells of a placement. */
  final Cells view(Placement of) {
    return new Cells(of.tile(), of.storage(), layout(), shape.cellBytes());
  }

  /** The present cells. */
  final Cells present() {
    return view(placement());
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
    spares.drop();
    final Tile tile = Tile.of(own, reach());
    pending = new Placement(tile, Storage.of(bytes(tile)));
  }

  private long bytes(Tile tile) {
    return Math.multiplyExact(tile.length(), shape.cellBytes());
  }

  final void abandon() {
    if (pending != null) {
      pending.storage().letGo();
      pending = null;
    }
  }

  /** The pending cells, or none, become the present ones; the memory of those before is free. */
  final void commit(List<Region> newRegions, int newRank) {
    if (placement != null) {
      placement.storage().letGo();
    }
    spares.drop();
    placement = pending;
    pending = null;
    changed = null;
    haloFresh = false;
    ownership = Ownership.of(shape, newRegions, reach(), halo.periodic(), newRank);
    placed(placement);
  }

  /** Memory for all of this worker's cells, to be filled and then used. */
  final Storage next() {
    final long bytes = bytes(placement().tile());
    try {
      return spares.first(bytes);
    } catch (OutOfMemoryError e) {
      makeRoom();
      return spares.first(bytes);
    }
  }

  /** Memory is short: lets go what all grids can do without. */
  private void makeRoom() {
    exchange.giveUpKept();
    exchange.grids().forEach(grid -> grid.spares.trim());
  }

  /** Memory for cells beside this grid's own; the caller lets it go. */
  final Placement beside(Tile tile) {
    try {
      return new Placement(tile, Storage.of(bytes(tile)));
    } catch (OutOfMemoryError e) {
      makeRoom();
      return new Placement(tile, Storage.of(bytes(tile)));
    }
  }

  /**
   * The next cells are the present ones now. Those before are where the next update writes, unless
   * somebody else holds them too.
   *
   * @param updated outside of it they are as before
   */
  final void use(Storage next, Region updated) {
    if (changed != null) {
      changed = changed.cover(updated);
    }
    final Storage before = placement().storage();
    placement = new Placement(placement().tile(), next);
    spares.taken(before, updated);
    haloFresh = false;
    placed(placement);
  }

  /** Cells that somebody held are the present ones again. */
  final void restore(Storage held) {
    placement().storage().letGo();
    placement = new Placement(placement().tile(), held);
    changed = null;
    spares.disagree();
    haloFresh = false;
    placed(placement);
  }

  /** Memory that somebody held is for the next updates, unless the cells are the present ones. */
  final void takeBack(Storage held) {
    if (held == placement().storage()) {
      held.letGo();
    } else {
      spares.takeBack(held);
    }
  }

  /** Where this worker's cells may have changed since this was last asked. */
  final Region takeChanged() {
    final Region own = placement().tile().own();
    final Region since = changed == null ? own : own.intersect(changed);
    changed = new Region(0, 0, 0, 0, 0, 0);
    return since;
  }

  /** The cells beside this worker's are on their way, or there already. */
  private void beginHalo() {
    if (!haloFresh) {
      final Cells present = present();
      for (final HaloPlan.Patch patch : ownership.halo().own()) {
        present.copyTo(present, patch);
      }
      exchange.give(this, ownership.halo(), present);
    }
  }

  private void completeHalo() {
    if (!haloFresh) {
      exchange.take(this, ownership.halo(), present());
      haloFresh = true;
    }
  }

  /** Who has what now. */
  final Ownership ownership() {
    return ownership;
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

  final void requireAlike(Grid other) {
    Ownership.requireAlike(this, other);
  }

  /**
   * Goes through this worker's rows with all its cores. Cells outside of the area keep their
   * values. While neighbours' cells are still on their way, the inner cells are done, which need
   * none of them.
   *
   * @param reads of whose neighbouring cells the new values are made; alike
   */
  final void sweepBlocks(Region area, List<Grid> reads, Segment.Block block) {
    final Region own = placement().tile().own();
    threads.requireIdle();
    exchange.updating(this, reads);
    final Region part = ownership.part(area, own);
    final Segment segment = new Segment(this, part, keeps(part), block);
    spares.disagree();
    Region inner = own;
    for (final Grid read : reads) {
      read.beginHalo();
      if (!read.haloFresh) {
        inner = inner.intersect(read.ownership.halo().inner(own, read.reach()));
      }
    }
    segment.run(threads, inner);
    for (final Grid read : reads) {
      read.completeHalo();
    }
    for (final Region edge : own.without(inner)) {
      segment.run(threads, edge);
    }
    use(next(), part);
  }

  /** As {@link #sweepBlocks}, row by row. */
  final void sweep(Region area, List<Grid> reads, Span span) {
    sweepBlocks(area, reads, Segment.byRow(threads, span, stride));
  }

  /** Whether the memory of the next values lacks some that stay as they are. */
  private boolean keeps(Region part) {
    next();
    return spares.lacksOutside(part);
  }

  /** Copies cells of the present values to the next ones. */
  final void keep(long from, long to) {
    if (from < to) {
      keep(placement().storage().segment(), next().segment(), from, to);
    }
  }

  /** Copies cells to the same place. */
  final void keep(MemorySegment before, MemorySegment next, long from, long to) {
    final int cellBytes = shape.cellBytes();
    MemorySegment.copy(before, from * cellBytes, next, from * cellBytes, (to - from) * cellBytes);
  }

  /** The kernels' view of the cells follows the placement. */
  private void placed(@Nullable Placement present) {
    cells = present == null ? MemorySegment.NULL : present.storage().segment();
    stride = present == null ? 0 : present.tile().stride();
    planeStride = present == null ? 0 : present.tile().planeStride();
  }

  /** The index of the cell so many planes, rows and columns away. */
  final long away(long cell, int planes, int rows, int columns) {
    return cell + planes * planeStride + rows * stride + columns;
  }

  /** Gives all of this worker's cells a value. */
  final void fillLines(LineFill fill) {
    final Tile tile = placement().tile();
    threads.requireIdle();
    exchange.filling(this);
    final Storage storage = next();
    final Region own = tile.own();
    for (long line = 0; line < own.lines(); line++) {
      threads.requireGoing();
      final long plane = own.planeOf(line);
      final long row = own.rowOf(line);
      ownership.stretches(
          own.columnFrom(),
          own.columnTo(),
          (column, from, to) ->
              fill.run(
                  storage.segment(),
                  tile.index(plane, row, from),
                  ownership.plane(plane),
                  ownership.row(row),
                  column,
                  column + to - from));
    }
    use(storage, own);
  }

  final void requireFlat() {
    if (planes() > 1) {
      throw new IllegalArgumentException(
          "grid " + name + " has planes: fill it by plane, row and column");
    }
  }

  /** What a cell is made of, as it lies in memory: one of it, or several in a row. */
  abstract ValueLayout layout();

  /** What a cell is, as checkpoints name it: {@code f64}, or of a record its fields. */
  abstract String element();
}
