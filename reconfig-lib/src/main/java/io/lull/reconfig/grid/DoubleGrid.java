package io.lull.reconfig.grid;

import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Shape;
import io.lull.reconfig.parallel.Crew;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A distributed grid of doubles. */
public final class DoubleGrid extends Grid {
  private static final ValueLayout.OfDouble CELL = ValueLayout.JAVA_DOUBLE;

  // The kernels read these two: fields of their own, so that the compiler sees plain accesses
  // to memory.
  private MemorySegment cells = MemorySegment.NULL;
  private long stride;
  private final Stencils stencils = new Stencils();

  /** Made by the runtime; an author declares it through {@code GridSpace}. */
  public DoubleGrid(String name, long rows, long columns, Halo halo, Fellows fellows, Crew crew) {
    super(name, new Shape(rows, columns, Double.BYTES), halo, fellows, crew);
  }

  /** The cell itself. */
  public double at(long cell) {
    return cells.getAtIndex(CELL, cell);
  }

  /** The cell one row before. */
  public double north(long cell) {
    return cells.getAtIndex(CELL, cell - stride);
  }

  /** The cell one row after. */
  public double south(long cell) {
    return cells.getAtIndex(CELL, cell + stride);
  }

  /** The cell one column before. */
  public double west(long cell) {
    return cells.getAtIndex(CELL, cell - 1);
  }

  /** The cell one column after. */
  public double east(long cell) {
    return cells.getAtIndex(CELL, cell + 1);
  }

  /** The cell so many rows and columns away, at most the halo's width. */
  public double at(long cell, int rows, int columns) {
    return cells.getAtIndex(CELL, cell + rows * stride + columns);
  }

  /**
   * Gives every cell a value.
   *
   * @param fill called for one cell after the other, row by row, by the program's own thread
   */
  public void fill(CellFill fill) {
    final Tile tile = placement().tile();
    final Storage storage = next();
    final MemorySegment next = storage.segment();
    final Region own = tile.own();
    for (long row = own.rowFrom(); row < own.rowTo(); row++) {
      long c = tile.index(row, own.columnFrom());
      for (long column = own.columnFrom(); column < own.columnTo(); column++) {
        next.setAtIndex(CELL, c++, fill.at(row, column));
      }
    }
    use(storage, own);
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
    final List<Grid> reads = with(alsoRead);
    final MemorySegment next = next().segment();
    sweep(area, reads, (from, to) -> work(kernel, next, from, to));
  }

  /**
   * As {@link #update}.
   *
   * @return the greatest absolute change of a cell, of all workers: the same on any number of
   *     threads and workers
   */
  public double updateMeasured(Region area, CellKernel kernel, Grid... alsoRead) {
    final List<Grid> reads = with(alsoRead);
    final MemorySegment before = cells;
    final MemorySegment next = next().segment();
    final Changes changes = new Changes();
    sweep(area, reads, (from, to) -> changes.take(workMeasured(kernel, before, next, from, to)));
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
    final MemorySegment before = cells;
    final MemorySegment next = next().segment();
    sweep(area, with(), (from, to) -> row.sweep(before, next, from, to, stride));
  }

  /**
   * As {@link #apply(Region, Stencil)}.
   *
   * @return the greatest absolute change of a cell, of all workers: the same on any number of
   *     threads and workers
   */
  public double applyMeasured(Region area, Stencil stencil) {
    final RowSweep row = ready(stencil);
    final MemorySegment before = cells;
    final MemorySegment next = next().segment();
    final Changes changes = new Changes();
    sweep(
        area,
        with(),
        (from, to) -> changes.take(row.sweepMeasured(before, next, from, to, stride)));
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
    final MemorySegment before = cells;
    final MemorySegment next = next().segment();
    sweep(
        area,
        with(),
        around(held, before, next, (from, to) -> row.sweep(before, next, from, to, stride)));
  }

  /** Only the runs of cells that are not held; the others keep their values. */
  private Span around(ByteGrid held, MemorySegment before, MemorySegment next, Span free) {
    return (from, to) -> {
      for (long c = from, end; c < to; c = end) {
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
    final MemorySegment before = cells;
    final MemorySegment next = next().segment();
    final Changes changes = new Changes();
    sweep(
        area,
        with(),
        around(
            held,
            before,
            next,
            (from, to) -> changes.take(row.sweepMeasured(before, next, from, to, stride))));
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
      final long to = tile.index(row, tile.own().columnTo());
      for (long c = tile.index(row, tile.own().columnFrom()); c < to; c++) {
        sum.add(cells.getAtIndex(CELL, c));
      }
    }
    return sum;
  }

  private static void work(CellKernel kernel, MemorySegment next, long from, long to) {
    for (long c = from; c < to; c++) {
      next.setAtIndex(CELL, c, kernel.at(c));
    }
  }

  private static long workMeasured(
      CellKernel kernel, MemorySegment before, MemorySegment next, long from, long to) {
    long greatest = Changes.NONE;
    for (long c = from; c < to; c++) {
      final double value = kernel.at(c);
      greatest = Math.max(greatest, Changes.of(before.getAtIndex(CELL, c), value));
      next.setAtIndex(CELL, c, value);
    }
    return greatest;
  }

  @Override
  void placed(@Nullable Placement present) {
    cells = present == null ? MemorySegment.NULL : present.storage().segment();
    stride = present == null ? 0 : present.tile().stride();
  }

  @Override
  ValueLayout layout() {
    return CELL;
  }
}
