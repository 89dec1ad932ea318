package io.lull.reconfig.grid;

import io.lull.reconfig.distribution.HaloPlan;
import io.lull.reconfig.distribution.Ownership;
import io.lull.reconfig.distribution.Places;
import io.lull.reconfig.distribution.Reach;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Shape;
import io.lull.reconfig.memory.Cells;
import io.lull.reconfig.memory.Storage;
import io.lull.reconfig.memory.StoredTile;
import io.lull.reconfig.memory.Tile;
import io.lull.reconfig.parallel.KernelThreads;
import io.lull.reconfig.partition.ArrivingRegions;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A grid that is shared out among the workers. Its cells are changed by whole updates only: the
 * values before stay as they are until all new ones are there, so a kernel may read any neighbour,
 * and a checkpoint may keep the values before without copying them.
 */
public abstract sealed class Grid extends GridMemory
    permits DoubleGrid, FloatGrid, LongGrid, IntGrid, ByteGrid, RecordGrid {
  /** New values of the cells of one row, from one column to before another. */
  @FunctionalInterface
  interface LineFill {
    /**
     * @param cell index of the first
     */
    void run(MemorySegment next, long cell, long plane, long row, long columnFrom, long columnTo);
  }

  private final GridExchange exchange;
  private final KernelThreads threads;

  final ReachCheck reachCheck;
  private @Nullable StoredTile pending;

  /** Then this grid is updated, and takes the memory of the cells before for that. */
  private boolean pendingWasSpare;

  private Ownership ownership;
  private boolean haloFresh;

  /** How often the cells were replaced by others. */
  private long writes;

  /** Outside of it no cell has changed since that was last asked; null: all may have. */
  private @Nullable Region changed;

  Grid(String name, Shape shape, Halo halo, GridExchange exchange, KernelThreads threads) {
    check(name, shape, halo);
    super(name, shape, halo);
    this.exchange = exchange;
    this.threads = threads;
    this.ownership = Ownership.nobody(shape);
    this.reachCheck = new ReachCheck(this, exchange, threads);
  }

  /**
   * @throws IllegalArgumentException when a grid cannot be divided as its author says
   */
  private static void check(String name, Shape shape, Halo halo) {
    shape.division().check(name, shape.extents());
    if (shape.division().isDealt() && halo.width() > 0) {
      throw new IllegalArgumentException(
          "grid "
              + name
              + " is dealt out, so no cell has its neighbours beside it: declare it with"
              + " Halo.of(0), and bring cells that others need to all workers by everywhere");
    }
  }

  /** 1 for a grid of one or two dimensions. */
  public final long planes() {
    return shape().planes();
  }

  /** 1 for a grid of one dimension. */
  public final long rows() {
    return shape().rows();
  }

  public final long columns() {
    return shape().columns();
  }

  /** The whole grid. */
  public final Region all() {
    return shape().all();
  }

  /** The whole grid without so many cells at each edge. */
  public final Region inner(int margin) {
    return all().shrink(Reach.of(margin, shape().extents().dimensions()));
  }

  final GridExchange exchange() {
    return exchange;
  }

  final KernelThreads threads() {
    return threads;
  }

  final @Nullable StoredTile pending() {
    return pending;
  }

  final void prepare(Region own, boolean filled) {
    abandon();
    final Tile tile = Tile.of(own, reach());
    // While data moves a worker has its old and its new piece, and no third.
    final @Nullable Storage spare = filled ? spares.give(bytes(tile)) : null;
    if (spare == null) {
      spares.drop();
      pending = new StoredTile(tile, Storage.of(bytes(tile)));
    } else {
      pending = cleared(new StoredTile(tile, spare));
      pendingWasSpare = true;
    }
  }

  /** Beyond a grid that is not periodic there are zeros. */
  private StoredTile cleared(StoredTile used) {
    if (!halo().periodic()) {
      used.clearBeyond(all(), shape().cellBytes());
    }
    return used;
  }

  final void abandon() {
    if (pending != null) {
      pending.storage().letGo();
      pending = null;
    }
    pendingWasSpare = false;
  }

  /**
   * The pending cells, or none, become the present ones; the memory of those before is free, or for
   * updates.
   */
  final void commit(List<Region> newRegions, Places places, int newRank) {
    final @Nullable StoredTile before = placementOrNull();
    if (before != null && pending != null && pendingWasSpare) {
      final @Nullable Storage kept = spares.keep(before.storage(), bytes(pending.tile()));
      if (kept != null) {
        cleared(new StoredTile(pending.tile(), kept));
      }
    } else {
      if (before != null) {
        before.storage().letGo();
      }
      spares.drop();
    }
    place(pending);
    pending = null;
    pendingWasSpare = false;
    changed = null;
    haloFresh = false;
    ownership = Ownership.of(shape(), newRegions, places, reach(), halo().periodic(), newRank);
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
  final StoredTile beside(Tile tile) {
    try {
      return new StoredTile(tile, Storage.of(bytes(tile)));
    } catch (OutOfMemoryError e) {
      makeRoom();
      return new StoredTile(tile, Storage.of(bytes(tile)));
    }
  }

  /**
   * The next cells are the present ones now. Those before are where the next update writes, unless
   * somebody else holds them too.
   *
   * @param updated outside of it they are as before
   */
  final void use(Storage next, Region updated) {
    writes++;
    if (changed != null) {
      changed = changed.cover(updated);
    }
    final Storage before = placement().storage();
    place(new StoredTile(placement().tile(), next));
    spares.taken(before, updated);
    haloFresh = false;
  }

  /** Cells that somebody held are the present ones again. */
  final void restore(Storage held) {
    writes++;
    placement().storage().letGo();
    place(new StoredTile(placement().tile(), held));
    changed = null;
    spares.disagree();
    haloFresh = false;
  }

  /** Memory that somebody held is for the next updates, unless the cells are the present ones. */
  final void takeBack(Storage held) {
    if (held == placement().storage()) {
      held.letGo();
    } else {
      spares.takeBack(held);
    }
  }

  final long writes() {
    return writes;
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
      exchange.give(ownership.halo(), present);
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
    final Segment segment = new Segment(this, next(), part, spares.lacksOutside(part), block);
    spares.disagree();
    Region inner = own;
    for (final Grid read : reads) {
      if (!read.haloFresh) {
        inner = inner.intersect(read.ownership.halo().inner(own, read.reach()));
      }
    }
    final @Nullable ArrivingRegions arriving = exchange.arriving();
    if (arriving == null) {
      reads.forEach(Grid::beginHalo);
      segment.run(threads, inner);
    } else {
      // Also without what a periodic grid's edges need of its other side.
      inner = inner.intersect(own.shrink(reach()));
      arriving.inOrder(inner, shape(), reach(), lines -> segment.run(threads, lines));
      awaitCells();
      reads.forEach(Grid::beginHalo);
    }
    reads.forEach(Grid::completeHalo);
    for (final Region edge : own.without(inner)) {
      segment.run(threads, edge);
    }
    use(next(), part);
  }

  /** As {@link #sweepBlocks}, row by row. */
  final void sweep(Region area, List<Grid> reads, Segment.Span span) {
    sweepBlocks(area, reads, Segment.byRow(threads, span, stride));
  }

  /** Returns when all of this worker's cells are there, also those that come after a change. */
  final void awaitCells() {
    final @Nullable ArrivingRegions arriving = exchange.arriving();
    if (arriving != null) {
      arriving.awaitWhole();
    }
  }

  /** Gives all of this worker's cells a value. */
  final void fillLines(LineFill fill) {
    final Tile tile = placement().tile();
    threads.requireIdle();
    exchange.filling(this);
    awaitCells();
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
          "grid " + name() + " has planes: fill it by plane, row and column");
    }
  }

  /** What a cell is, as checkpoints name it: {@code f64}, or of a record its fields. */
  abstract String element();
}
