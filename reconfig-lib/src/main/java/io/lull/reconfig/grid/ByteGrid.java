package io.lull.reconfig.grid;

import io.lull.reconfig.distribution.Division;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Shape;
import io.lull.reconfig.parallel.KernelThreads;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.IntPredicate;

/** A distributed grid of bytes. */
public final class ByteGrid extends Grid {
  private static final ValueLayout.OfByte CELL = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfLong EIGHT = ValueLayout.JAVA_LONG_UNALIGNED;

  /** Made by the runtime; an author declares it through {@code GridSpace}. */
  public ByteGrid(
      String name,
      Extents extents,
      Division division,
      Halo halo,
      GridExchange exchange,
      KernelThreads threads) {
    super(name, new Shape(extents, Byte.BYTES, division), halo, exchange, threads);
  }

  /** The cell itself. */
  public byte at(long cell) {
    return cells.getAtIndex(CELL, cell);
  }

  /** The cell one row before. */
  public byte north(long cell) {
    return cells.getAtIndex(CELL, cell - stride);
  }

  /** The cell one row after. */
  public byte south(long cell) {
    return cells.getAtIndex(CELL, cell + stride);
  }

  /** The cell one column before. */
  public byte west(long cell) {
    return cells.getAtIndex(CELL, cell - 1);
  }

  /** The cell one column after. */
  public byte east(long cell) {
    return cells.getAtIndex(CELL, cell + 1);
  }

  /** The cell one plane before. */
  public byte above(long cell) {
    return cells.getAtIndex(CELL, cell - planeStride);
  }

  /** The cell one plane after. */
  public byte below(long cell) {
    return cells.getAtIndex(CELL, cell + planeStride);
  }

  /** The cell so many planes, rows and columns away, at most the halo's width. */
  public byte at(long cell, int planes, int rows, int columns) {
    return cells.getAtIndex(CELL, away(cell, planes, rows, columns));
  }

  /** The cell so many rows and columns away, at most the halo's width. */
  public byte at(long cell, int rows, int columns) {
    return cells.getAtIndex(CELL, away(cell, 0, rows, columns));
  }

  /**
   * Gives every cell of a grid of one or two dimensions a value.
   *
   * @param fill called for one cell after the other, row by row, by the program's own thread
   * @throws IllegalArgumentException when the grid has planes
   */
  public void fill(IntFill fill) {
    requireFlat();
    fill((_, row, column) -> fill.at(row, column));
  }

  /**
   * Gives every cell a value.
   *
   * @param fill called for one cell after the other, plane by plane and row by row, by the
   *     program's own thread
   */
  public void fill(IntBoxFill fill) {
    fillLines((next, cell, plane, row, from, to) -> {
      for (long column = from; column < to; column++) {
        next.setAtIndex(CELL, cell + column - from, (byte) fill.at(plane, row, column));
      }
    });
  }

  /**
   * Gives every cell of an area its new value, all from the values before; the others keep theirs.
   * Collective.
   *
   * @param area in the whole grid's coordinates
   * @param kernel called by several threads at once: it reads cells and changes nothing
   * @param alsoRead other grids whose neighbouring cells the kernel reads; of the same extents and
   *     halo width
   */
  public void update(Region area, IntKernel kernel, Grid... alsoRead) {
    final List<Grid> reads = with(alsoRead);
    reachCheck.before(kernel, reads, c -> kernel.at(c));
    final MemorySegment next = next().segment();
    sweep(area, reads, (from, to) -> work(kernel, next, from, to));
  }

  /**
   * How many cells of the whole grid have a value that the condition accepts. Collective.
   *
   * @param condition called by several threads at once
   */
  public long count(IntPredicate condition) {
    return Reduction.sum(this, cell -> condition.test(at(cell)) ? 1 : 0);
  }

  /** Where the zeros end that begin with this cell, or the others if it is none. */
  long endOfRun(long from, long to) {
    final boolean zero = at(from) == 0;
    long c = from + 1;
    while (zero && c + Long.BYTES <= to && cells.get(EIGHT, c) == 0) {
      c += Long.BYTES;
    }
    while (c < to && (at(c) == 0) == zero) {
      c++;
    }
    return c;
  }

  private static void work(IntKernel kernel, MemorySegment next, long from, long to) {
    for (long c = from; c < to; c++) {
      next.setAtIndex(CELL, c, (byte) kernel.at(c));
    }
  }

  @Override
  ValueLayout layout() {
    return CELL;
  }

  @Override
  String element() {
    return "u8";
  }
}
