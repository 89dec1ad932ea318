package io.lull.reconfig.memory;

import io.lull.reconfig.distribution.HaloPlan;
import io.lull.reconfig.distribution.Packing;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.partition.RegionCells;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The memory of one worker's box of a grid, with its halo; an author's program has no use for it.
 */
public final class Cells implements RegionCells {
  private final Tile tile;
  private final Storage storage;
  private final ValueLayout layout;
  private final ValueLayout travelling;
  private final int cellBytes;

  /**
   * @param layout what a cell is made of: one of it, or several in a row
   */
  public Cells(Tile tile, Storage storage, ValueLayout layout, int cellBytes) {
    this.tile = tile;
    this.storage = storage;
    this.layout = layout;
    this.travelling = layout.withByteAlignment(1).withOrder(ByteOrder.LITTLE_ENDIAN);
    this.cellBytes = cellBytes;
  }

  public Storage storage() {
    return storage;
  }

  @Override
  public void release() {
    storage.letGo();
  }

  @Override
  public Region own() {
    return tile.own();
  }

  @Override
  public int cellBytes() {
    return cellBytes;
  }

  @Override
  public void read(Region region, ByteBuffer out) {
    final long elements = region.columns() * cellBytes / layout.byteSize();
    final MemorySegment target = MemorySegment.ofBuffer(out);
    long at = 0;
    for (long line = 0; line < region.lines(); line++) {
      MemorySegment.copy(
          storage.segment(), layout, offset(line, region), target, travelling, at, elements);
      at += region.columns() * cellBytes;
    }
    out.position(Math.toIntExact(out.position() + at));
  }

  @Override
  public void readLines(long lineFrom, long lineTo, ByteBuffer out) {
    for (long line = lineFrom; line < lineTo; line++) {
      final long plane = own().planeOf(line);
      final long row = own().rowOf(line);
      read(new Region(plane, plane + 1, row, row + 1, own().columnFrom(), own().columnTo()), out);
    }
  }

  @Override
  public void write(Region region, ByteBuffer in) {
    final long elements = region.columns() * cellBytes / layout.byteSize();
    final MemorySegment source = MemorySegment.ofBuffer(in);
    long at = 0;
    for (long line = 0; line < region.lines(); line++) {
      MemorySegment.copy(
          source, travelling, at, storage.segment(), layout, offset(line, region), elements);
      at += region.columns() * cellBytes;
    }
    in.position(Math.toIntExact(in.position() + at));
  }

  @Override
  public void read(Packing packing, long from, long to, ByteBuffer out) {
    final MemorySegment target = MemorySegment.ofBuffer(out);
    final long bytes = (to - from) * cellBytes;
    stretches(
        packing,
        from,
        to,
        (own, at, elements) ->
            MemorySegment.copy(storage.segment(), layout, own, target, travelling, at, elements));
    out.position(Math.toIntExact(out.position() + bytes));
  }

  @Override
  public void write(Packing packing, long from, long to, ByteBuffer in) {
    final MemorySegment source = MemorySegment.ofBuffer(in);
    final long bytes = (to - from) * cellBytes;
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

  /** Copies in as few stretches as lie side by side here. */
  private void stretches(Packing packing, long from, long to, Copy copy) {
    final Stretches stretches = new Stretches(copy);
    packing.strips(
        from,
        to,
        strip -> {
          final long bytes = strip.length() * cellBytes;
          final long first = tile.index(strip.plane(), strip.row(), strip.column()) * cellBytes;
          for (long i = 0; i < strip.count(); i++) {
            stretches.take(first + i * strip.stride() * cellBytes, bytes);
          }
        });
    stretches.copy();
  }

  /** Stretches that follow each other at both ends are one. */
  private final class Stretches {
    private final Copy copy;
    private long own;
    private long at;
    private long bytes;

    Stretches(Copy copy) {
      this.copy = copy;
    }

    void take(long first, long length) {
      if (first != own + bytes) {
        copy();
        own = first;
      }
      bytes += length;
    }

    /** What has been taken and not copied. */
    void copy() {
      if (bytes > 0) {
        copy.run(own, at, bytes / layout.byteSize());
        at += bytes;
        own += bytes;
        bytes = 0;
      }
    }
  }

  public void copyTo(Cells other, HaloPlan.Patch patch) {
    copyTo(other, patch.source(), patch.target());
  }

  /** Copies a box to another of equal lengths in other cells of the same grid, here in memory. */
  public void copyTo(Cells other, Region source, Region target) {
    final long bytes = source.columns() * cellBytes;
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
    return tile.index(region.planeOf(line), region.rowOf(line), region.columnFrom()) * cellBytes;
  }
}
