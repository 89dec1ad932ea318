package io.lull.reconfig.grid;

import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Shape;
import io.lull.reconfig.parallel.Crew;
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
  private final Stencils stencils = new Stencils();

  /** Made by the runtime; an author declares it through {@code GridSpace}. */
  public DoubleGrid(String name, long rows, long columns, Halo halo, Fellows fellows, Crew crew) {
    super(name, new Shape(rows, columns, Double.BYTES), halo, fellows, crew);
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

  /**
   * Gives every cell a value.
   *
   * @param fill called for one cell after the other, row by row, by the program's own thread
   */
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
   * @param kernel called by several threads at once: it reads cells and changes nothing
   * @param alsoRead other grids whose neighbouring cells the kernel reads; of the same rows,
   *     columns and halo width
   */
  public void update(Region area, CellKernel kernel, Grid... alsoRead) {
    refreshHalos(alsoRead);
    final double[] next = next();
    sweep(area, cells, next, (from, to) -> work(kernel, next, from, to));
    use(next);
  }

  /**
   * As {@link #update}.
   *
   * @return the greatest absolute change of a cell, of all workers: the same on any number of
   *     threads and workers
   */
  public double updateMeasured(Region area, CellKernel kernel, Grid... alsoRead) {
    refreshHalos(alsoRead);
    final double[] before = cells;
    final double[] next = next();
    final Changes changes = new Changes();
    sweep(
        area,
        before,
        next,
        (from, to) -> changes.take(workMeasured(kernel, before, next, from, to)));
    use(next);
    return fellows().max(changes.value());
  }

  /**
   * Gives every cell of an area its new value by a stencil, all from the values before; the others
   * keep theirs. The same bits as {@link #update} with the same expression, in a fraction of the
   * time where the processor has vectors. Collective.
   *
   * @param area in the whole grid's coordinates
   * @throws IllegalArgumentException when the stencil reaches farther than the grid's halo
   */
  public void apply(Region area, Stencil stencil) {
    final RowSweep row = ready(stencil);
    final double[] before = cells;
    final double[] next = next();
    sweep(area, before, next, (from, to) -> row.sweep(before, next, from, to, stride));
    use(next);
  }

  /**
   * As {@link #apply(Region, Stencil)}.
   *
   * @return the greatest absolute change of a cell, of all workers: the same on any number of
   *     threads and workers
   */
  public double applyMeasured(Region area, Stencil stencil) {
    final RowSweep row = ready(stencil);
    final double[] before = cells;
    final double[] next = next();
    final Changes changes = new Changes();
    sweep(
        area,
        before,
        next,
        (from, to) -> changes.take(row.sweepMeasured(before, next, from, to, stride)));
    use(next);
    return fellows().max(changes.value());
  }

  /**
   * As {@link #apply(Region, Stencil)}, but that some cells are held at their values.
   *
   * @param held not zero where a cell keeps its value; of the same rows, columns and halo width
   */
  public void apply(Region area, Stencil stencil, ByteGrid held) {
    requireAlike(held);
    final RowSweep row = ready(stencil);
    final double[] before = cells;
    final double[] next = next();
    sweep(
        area,
        before,
        next,
        around(held, before, next, (from, to) -> row.sweep(before, next, from, to, stride)));
    use(next);
  }

  /** Only the runs of cells that are not held; the others keep their values. */
  private Span around(ByteGrid held, double[] before, double[] next, Span free) {
    return (from, to) -> {
      for (int c = from, end; c < to; c = end) {
        end = held.endOfRun(c, to);
        if (held.at(c) == 0) {
          free.run(c, end);
        } else {
          keep(before, next, c, end);
        }
      }
    };
  }

  /**
   * As {@link #apply(Region, Stencil, ByteGrid)}.
   *
   * @return the greatest absolute change of a cell, of all workers: the same on any number of
   *     threads and workers
   */
  public double applyMeasured(Region area, Stencil stencil, ByteGrid held) {
    requireAlike(held);
    final RowSweep row = ready(stencil);
    final double[] before = cells;
    final double[] next = next();
    final Changes changes = new Changes();
    sweep(
        area,
        before,
        next,
        around(
            held,
            before,
            next,
            (from, to) -> changes.take(row.sweepMeasured(before, next, from, to, stride))));
    use(next);
    return fellows().max(changes.value());
  }

  private RowSweep ready(Stencil stencil) {
    if (stencil.reach() > halo().width()) {
      throw new IllegalArgumentException(
          "a stencil that reaches "
              + stencil.reach()
              + " cells far cannot be applied to grid "
              + name()
              + ", whose halo is "
              + halo().width()
              + " wide: declare it with a wider one");
    }
    refreshHalo();
    return stencils.compiled(stencil);
  }

  /**
   * The sum of all cells, rounded once: the same bits on any number of threads and workers.
   * Collective.
   */
  public double sum() {
    final Tile tile = placement().tile();
    final Region own = tile.own();
    final ExactSum sum = new ExactSum();
    crew()
        .run(
            own.rowFrom(),
            own.rowTo(),
            own.columns(),
            (from, to) -> {
              final ExactSum part = sum(tile, from, to);
              synchronized (sum) {
                sum.add(part);
              }
            });
    return fellows().sum(sum);
  }

  private ExactSum sum(Tile tile, long rowFrom, long rowTo) {
    final ExactSum sum = new ExactSum();
    for (long row = rowFrom; row < rowTo; row++) {
      final int to = tile.index(row, tile.own().columnTo());
      for (int c = tile.index(row, tile.own().columnFrom()); c < to; c++) {
        sum.add(cells[c]);
      }
    }
    return sum;
  }

  private static void work(CellKernel kernel, double[] next, int from, int to) {
    for (int c = from; c < to; c++) {
      next[c] = kernel.at(c);
    }
  }

  private static long workMeasured(
      CellKernel kernel, double[] before, double[] next, int from, int to) {
    long greatest = Changes.NONE;
    for (int c = from; c < to; c++) {
      final double value = kernel.at(c);
      greatest = Math.max(greatest, Changes.of(before[c], value));
      next[c] = value;
    }
    return greatest;
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
  void keep(Object before, Object next, int from, int to) {
    System.arraycopy((double[]) before, from, (double[]) next, from, to - from);
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
