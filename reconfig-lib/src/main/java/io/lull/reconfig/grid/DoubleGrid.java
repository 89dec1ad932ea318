package io.lull.reconfig.grid;

import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Shape;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A distributed grid of doubles. */
public final class DoubleGrid extends Grid {
  private static final double[] NONE = new double[0];

  // The kernels read these two: fields of their own, so that the compiler sees plain array
  // accesses.
  private double[] cells = NONE;
  private int stride;
  private double @Nullable [] spare;

  /** Made by the runtime; an author declares it through {@code GridSpace}. */
  public DoubleGrid(String name, long rows, long columns, Halo halo, Fellows fellows) {
    super(name, new Shape(rows, columns, Double.BYTES), halo, fellows);
  }

  /** The cell itself. */
  public double at(int cell) {
    return cells[cell];
  }

  /** The cell one row before. */
  public double north(int cell) {
    return cells[cell - stride];
  }

  /** The cell one row after. */
  public double south(int cell) {
    return cells[cell + stride];
  }

  /** The cell one column before. */
  public double west(int cell) {
    return cells[cell - 1];
  }

  /** The cell one column after. */
  public double east(int cell) {
    return cells[cell + 1];
  }

  /** The cell so many rows and columns away, at most the halo's width. */
  public double at(int cell, int rows, int columns) {
    return cells[cell + rows * stride + columns];
  }

  /** Gives every cell a value. */
  public void fill(CellFill fill) {
    final Tile tile = placement().tile();
    final double[] next = next();
    final Region own = tile.own();
    for (long row = own.rowFrom(); row < own.rowTo(); row++) {
      int c = tile.index(row, own.columnFrom());
      for (long column = own.columnFrom(); column < own.columnTo(); column++) {
        next[c++] = fill.at(row, column);
      }
    }
    use(next);
  }

  /**
   * Gives every cell of an area its new value, all from the values before; the others keep theirs.
   * Collective.
   *
   * @param area in the whole grid's coordinates
   * @param alsoRead other grids whose neighbouring cells the kernel reads; of the same rows,
   *     columns and halo width
   */
  public void update(Region area, CellKernel kernel, Grid... alsoRead) {
    refreshHalos(alsoRead);
    final Tile tile = placement().tile();
    final Region part = area.intersect(tile.own());
    final double[] next = next();
    keepOutside(tile, part, next);
    for (long row = part.rowFrom(); row < part.rowTo(); row++) {
      sweep(kernel, next, tile.index(row, part.columnFrom()), tile.index(row, part.columnTo()));
    }
    use(next);
  }

  /**
   * As {@link #update}.
   *
   * @return the greatest absolute change of a cell, of all workers
   */
  public double updateMeasured(Region area, CellKernel kernel, Grid... alsoRead) {
    refreshHalos(alsoRead);
    final Tile tile = placement().tile();
    final Region part = area.intersect(tile.own());
    final double[] next = next();
    keepOutside(tile, part, next);
    double change = 0;
    for (long row = part.rowFrom(); row < part.rowTo(); row++) {
      change =
          Math.max(
              change,
              sweepMeasured(
                  kernel,
                  cells,
                  next,
                  tile.index(row, part.columnFrom()),
                  tile.index(row, part.columnTo())));
    }
    use(next);
    return fellows().max(change);
  }

  /** The sum of all cells, rounded once: the same bits on any number of workers. Collective. */
  public double sum() {
    final Tile tile = placement().tile();
    final Region own = tile.own();
    final ExactSum sum = new ExactSum();
    for (long row = own.rowFrom(); row < own.rowTo(); row++) {
      final int to = tile.index(row, own.columnTo());
      for (int c = tile.index(row, own.columnFrom()); c < to; c++) {
        sum.add(cells[c]);
      }
    }
    return fellows().sum(sum);
  }

  private static void sweep(CellKernel kernel, double[] next, int from, int to) {
    for (int c = from; c < to; c++) {
      next[c] = kernel.at(c);
    }
  }

  private static double sweepMeasured(
      CellKernel kernel, double[] before, double[] next, int from, int to) {
    double change = 0;
    for (int c = from; c < to; c++) {
      final double value = kernel.at(c);
      change = Math.max(change, Math.abs(value - before[c]));
      next[c] = value;
    }
    return change;
  }

  private void keepOutside(Tile tile, Region part, double[] next) {
    final Region own = tile.own();
    final int width = Math.toIntExact(own.columns());
    for (long row = own.rowFrom(); row < own.rowTo(); row++) {
      final int first = tile.index(row, own.columnFrom());
      if (part.isEmpty() || row < part.rowFrom() || row >= part.rowTo()) {
        System.arraycopy(cells, first, next, first, width);
      } else {
        final int left = (int) (part.columnFrom() - own.columnFrom());
        final int right = tile.index(row, part.columnTo());
        System.arraycopy(cells, first, next, first, left);
        System.arraycopy(cells, right, next, right, first + width - right);
      }
    }
  }

  private double[] next() {
    final double @Nullable [] kept = spare;
    spare = null;
    return kept != null ? kept : new double[placement().tile().length()];
  }

  private void use(double[] next) {
    final double[] before = cells;
    replace(next);
    spare = release(before) ? before : null;
  }

  @Override
  double[] allocate(int length) {
    return new double[length];
  }

  @Override
  void placed(@Nullable Placement present) {
    spare = null;
    cells = present == null ? NONE : (double[]) present.cells();
    stride = present == null ? 0 : present.tile().stride();
  }

  @Override
  void get(Object array, int index, int count, ByteBuffer out) {
    out.asDoubleBuffer().put((double[]) array, index, count);
    out.position(out.position() + count * Double.BYTES);
  }

  @Override
  void put(Object array, int index, int count, ByteBuffer in) {
    in.asDoubleBuffer().get((double[]) array, index, count);
    in.position(in.position() + count * Double.BYTES);
  }
}
