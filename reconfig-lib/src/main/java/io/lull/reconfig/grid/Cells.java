package io.lull.reconfig.grid;

import io.lull.reconfig.distribution.HaloPlan;
import io.lull.reconfig.distribution.Packing;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Shape;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
  private final Storage storage;
  private final ValueLayout layout;
  private final ValueLayout travelling;

  Cells(Grid grid, Grid.Placement placement) {
    this.grid = grid;
    this.tile = placement.tile();
    this.storage = placement.storage();
    this.layout = grid.layout();
    this.travelling = layout.withByteAlignment(1).withOrder(ByteOrder.LITTLE_ENDIAN);
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
   * The present cells until the caller lets them go: updates write elsewhere, and a change of place
   * does not free them. Nothing is copied.
   */
  public static Cells retained(Grid grid) {
    grid.placement().storage().hold();
    return new Cells(grid, grid.placement());
  }

  /** Outside of it no cell of this worker's has changed since that was last asked. */
  public static Region takeChanged(Grid grid) {
    return grid.takeChanged();
  }

  /** What was retained are the present cells again; the program's thread, once. */
  public void restore() {
    grid.restore(storage);
  }

  /**
   * What was retained is needed no longer, and may be written to by the grid's next updates; the
   * program's thread, once.
   */
  public void giveBack() {
    grid.takeBack(storage);
  }

  /** What was retained is needed no longer; any thread, once. */
  public void letGo() {
    storage.letGo();
  }

  /** Makes room for the box that this worker is to own. */
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

  /** This worker owns nothing any more, and nothing is prepared. */
  public static void drop(Grid grid) {
    grid.abandon();
    grid.commit(List.of(), -1);
  }

  public Region own() {
    return tile.own();
  }

  /** What a cell of the grid is, in words that a checkpoint keeps. */
  public static String element(Grid grid) {
    return grid.element();
  }

  public int cellBytes() {
    return grid.shape().cellBytes();
  }

  /** Appends a box's cells. */
  public void read(Region region, ByteBuffer out) {
    final long elements = region.columns() * cellBytes() / layout.byteSize();
    final MemorySegment target = MemorySegment.ofBuffer(out);
    long at = 0;
    for (long line = 0; line < region.lines(); line++) {
      MemorySegment.copy(
          storage.segment(), layout, offset(line, region), target, travelling, at, elements);
      at += region.columns() * cellBytes();
    }
    out.position(Math.toIntExact(out.position() + at));
  }

  /** Appends some of this worker's lines. */
  public void readLines(long lineFrom, long lineTo, ByteBuffer out) {
    for (long line = lineFrom; line < lineTo; line++) {
      final long plane = own().planeOf(line);
      final long row = own().rowOf(line);
      read(new Region(plane, plane + 1, row, row + 1, own().columnFrom(), own().columnTo()), out);
    }
  }

  /** Takes a box's cells. */
  public void write(Region region, ByteBuffer in) {
    final long elements = region.columns() * cellBytes() / layout.byteSize();
    final MemorySegment source = MemorySegment.ofBuffer(in);
    long at = 0;
    for (long line = 0; line < region.lines(); line++) {
      MemorySegment.copy(
          source, travelling, at, storage.segment(), layout, offset(line, region), elements);
      at += region.columns() * cellBytes();
    }
    in.position(Math.toIntExact(in.position() + at));
  }

  /** Appends some of the cells that travel. */
  public void read(Packing packing, long from, long to, ByteBuffer out) {
    final MemorySegment target = MemorySegment.ofBuffer(out);
    final long bytes = (to - from) * cellBytes();
    stretches(
        packing,
        from,
        to,
        (own, at, elements) ->
            MemorySegment.copy(storage.segment(), layout, own, target, travelling, at, elements));
    out.position(Math.toIntExact(out.position() + bytes));
  }

  /** Takes some of the cells that travel. */
  public void write(Packing packing, long from, long to, ByteBuffer in) {
    final MemorySegment source = MemorySegment.ofBuffer(in);
    final long bytes = (to - from) * cellBytes();
    stretches(
        packing,
        from,
        to,
        (own, at, elements) ->
            MemorySegment.copy(source, travelling, at, storage.segment(), layout, own, elements));
    in.position(Math.toIntExact(in.position() + bytes));
  }

  @FunctionalInterface
  private interface Copy {
    void run(long own, long at, long elements);
  }

  private void stretches(Packing packing, long from, long to, Copy copy) {
    final long[] at = new long[1];
    packing.strips(
        from,
        to,
        strip -> {
          final long bytes = strip.length() * cellBytes();
          final long first = tile.index(strip.plane(), strip.row(), strip.column()) * cellBytes();
          for (long i = 0; i < strip.count(); i++) {
            copy.run(first + i * strip.stride() * cellBytes(), at[0], bytes / layout.byteSize());
            at[0] += bytes;
          }
        });
  }

  void copyTo(Cells other, HaloPlan.Patch patch) {
    copyTo(other, patch.source(), patch.target());
  }

  /** Copies a box to another of equal lengths in other cells of the same grid, here in memory. */
  public void copyTo(Cells other, Region source, Region target) {
    final long bytes = source.columns() * cellBytes();
    for (long line = 0; line < source.lines(); line++) {
      MemorySegment.copy(
          storage.segment(),
          offset(line, source),
          other.storage.segment(),
          other.offset(line, target),
          bytes);
    }
  }

  private long offset(long line, Region region) {
    return tile.index(region.planeOf(line), region.rowOf(line), region.columnFrom()) * cellBytes();
  }
}
