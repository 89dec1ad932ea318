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

/** A distributed grid of ints. */
public final class IntGrid extends Grid {
  private static final ValueLayout.OfInt CELL = ValueLayout.JAVA_INT;

  /** Made by the runtime; an author declares it through {@code GridSpace}. */
  public IntGrid(
      String name,
      Extents extents,
      Division division,
      Halo halo,
      GridExchange exchange,
      KernelThreads threads) {
    super(name, new Shape(extents, Integer.BYTES, division), halo, exchange, threads);
  }

  /** The cell itself. */
  public int at(long cell) {
    return cells.getAtIndex(CELL, cell);
  }

  /** The cell one row before. */
  public int north(long cell) {
    return cells.getAtIndex(CELL, cell - stride);
  }

  /** The cell one row after. */
  public int south(long cell) {
    return cells.getAtIndex(CELL, cell + stride);
  }

  /** The cell one column before. */
  public int west(long cell) {
    return cells.getAtIndex(CELL, cell - 1);
  }

  /** The cell one column after. */
  public int east(long cell) {
    return cells.getAtIndex(CELL, cell + 1);
  }

  /** The cell one plane before. */
  public int above(long cell) {
    return cells.getAtIndex(CELL, cell - planeStride);
  }

  /** The cell one plane after. */
  public int below(long cell) {
    return cells.getAtIndex(CELL, cell + planeStride);
  }

  /** The cell so many planes, rows and columns away, at most the halo's width. */
  public int at(long cell, int planes, int rows, int columns) {
    return cells.getAtIndex(CELL, away(cell, planes, rows, columns));
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
        next.setAtIndex(CELL, cell + column - from, fill.at(plane, row, column));
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
    sweep(
        area,
        reads,
        (from, to) -> {
          for (long c = from; c < to; c++) {
            next.setAtIndex(CELL, c, kernel.at(c));
          }
        });
  }

  /** The sum of all cells, modulo 2 to the 64. Collective. */
  public long sum() {
    return Reduction.sum(this, this::at);
  }

  /**
   * How many cells of the whole grid have a value that the condition accepts. Collective.
   *
   * @param condition called by several threads at once
   */
  public long count(IntPredicate condition) {
    return Reduction.sum(this, cell -> condition.test(at(cell)) ? 1 : 0);
  }

  @Override
  ValueLayout layout() {
    return CELL;
  }

  @Override
  String element() {
    return "i32";
  }
}
