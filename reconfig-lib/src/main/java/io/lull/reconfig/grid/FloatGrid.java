package io.lull.reconfig.grid;

import io.lull.reconfig.distribution.Division;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Shape;
import io.lull.reconfig.parallel.KernelThreads;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** A distributed grid of floats. */
public final class FloatGrid extends Grid {
  private static final ValueLayout.OfFloat CELL = ValueLayout.JAVA_FLOAT;

  /** Made by the runtime; an author declares it through {@code GridSpace}. */
  public FloatGrid(
      String name,
      Extents extents,
      Division division,
      Halo halo,
      GridExchange exchange,
      KernelThreads threads) {
    super(name, new Shape(extents, Float.BYTES, division), halo, exchange, threads);
  }

  /** The cell itself. */
  public float at(long cell) {
    return cells.getAtIndex(CELL, cell);
  }

  /** The cell one row before. */
  public float north(long cell) {
    return cells.getAtIndex(CELL, cell - stride);
  }

  /** The cell one row after. */
  public float south(long cell) {
    return cells.getAtIndex(CELL, cell + stride);
  }

  /** The cell one column before. */
  public float west(long cell) {
    return cells.getAtIndex(CELL, cell - 1);
  }

  /** The cell one column after. */
  public float east(long cell) {
    return cells.getAtIndex(CELL, cell + 1);
  }

  /** The cell one plane before. */
  public float above(long cell) {
    return cells.getAtIndex(CELL, cell - planeStride);
  }

  /** The cell one plane after. */
  public float below(long cell) {
    return cells.getAtIndex(CELL, cell + planeStride);
  }

  /** The cell so many planes, rows and columns away, at most the halo's width. */
  public float at(long cell, int planes, int rows, int columns) {
    return cells.getAtIndex(CELL, away(cell, planes, rows, columns));
  }

  /**
   * Gives every cell a value, rounded to the nearest float.
   *
   * @param fill called for one cell after the other, plane by plane and row by row, by the
   *     program's own thread
   */
  public void fill(BoxFill fill) {
    fillLines((next, cell, plane, row, from, to) -> {
      for (long column = from; column < to; column++) {
        next.setAtIndex(CELL, cell + column - from, (float) fill.at(plane, row, column));
      }
    });
  }

  /**
   * Gives every cell of a grid of one or two dimensions a value, rounded to the nearest float.
   *
   * @throws IllegalArgumentException when the grid has planes
   */
  public void fill(CellFill fill) {
    requireFlat();
    fill((_, row, column) -> fill.at(row, column));
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
  public void update(Region area, FloatKernel kernel, Grid... alsoRead) {
    final List<Grid> reads = with(alsoRead);
    reachCheck.before(kernel, reads, c -> Float.floatToIntBits(kernel.at(c)));
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

  /**
   * As {@link #update}.
   *
   * @return the greatest absolute change of a cell, of all workers: the same on any number of
   *     threads and workers
   */
  public double updateMeasured(Region area, FloatKernel kernel, Grid... alsoRead) {
    final List<Grid> reads = with(alsoRead);
    reachCheck.before(kernel, reads, c -> Float.floatToIntBits(kernel.at(c)));
    final MemorySegment before = cells;
    final MemorySegment next = next().segment();
    final GreatestChange changes = new GreatestChange();
    sweep(
        area,
        reads,
        (from, to) -> {
          long greatest = GreatestChange.NONE;
          for (long c = from; c < to; c++) {
            final float value = kernel.at(c);
            greatest = Math.max(greatest, GreatestChange.of(before.getAtIndex(CELL, c), value));
            next.setAtIndex(CELL, c, value);
          }
          changes.take(greatest);
        });
    return exchange().max(changes.value());
  }

  /**
   * The sum of all cells, rounded once: the same bits on any number of threads and workers.
   * Collective.
   */
  public double sum() {
    return Reduction.exactSum(this, this::at);
  }

  @Override
  ValueLayout layout() {
    return CELL;
  }

  @Override
  String element() {
    return "f32";
  }
}
