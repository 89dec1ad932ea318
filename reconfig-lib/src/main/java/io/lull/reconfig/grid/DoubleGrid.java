package io.lull.reconfig.grid;

import io.lull.reconfig.distribution.Division;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.distribution.Ownership;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Shape;
import io.lull.reconfig.memory.StoredTile;
import io.lull.reconfig.memory.Tile;
import io.lull.reconfig.parallel.KernelThreads;
import io.lull.reconfig.stencil.Stencil;
import io.lull.reconfig.stencil.code.GreatestChange;
import io.lull.reconfig.stencil.code.Stencils;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** A distributed grid of doubles. */
public final class DoubleGrid extends Grid {
  private static final ValueLayout.OfDouble CELL = ValueLayout.JAVA_DOUBLE;

  /** Made by the runtime; an author declares it through {@code GridSpace}. */
  public DoubleGrid(
      String name,
      Extents extents,
      Division division,
      Halo halo,
      GridExchange exchange,
      KernelThreads threads) {
    super(name, new Shape(extents, Double.BYTES, division), halo, exchange, threads);
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

  /** The cell one plane before. */
  public double above(long cell) {
    return cells.getAtIndex(CELL, cell - planeStride);
  }

  /** The cell one plane after. */
  public double below(long cell) {
    return cells.getAtIndex(CELL, cell + planeStride);
  }

  /** The cell so many planes, rows and columns away, at most the halo's width. */
  public double at(long cell, int planes, int rows, int columns) {
    return cells.getAtIndex(CELL, away(cell, planes, rows, columns));
  }

  /** The cell so many rows and columns away, at most the halo's width. */
  public double at(long cell, int rows, int columns) {
    return cells.getAtIndex(CELL, away(cell, 0, rows, columns));
  }

  /**
   * Gives every cell of a grid of one or two dimensions a value.
   *
   * @param fill called for one cell after the other, row by row, by the program's own thread
   * @throws IllegalArgumentException when the grid has planes
   */
  public void fill(CellFill fill) {
    requireFlat();
    fill((_, row, column) -> fill.at(row, column));
  }

  /**
   * Gives every cell a value.
   *
   * @param fill called for one cell after the other, plane by plane and row by row, by the
   *     program's own thread
   */
  public void fill(BoxFill fill) {
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
  public void update(Region area, CellKernel kernel, Grid... alsoRead) {
    final List<Grid> reads = with(alsoRead);
    reachCheck.before(kernel, reads, c -> Double.doubleToLongBits(kernel.at(c)));
    final MemorySegment next = next().segment();
    final CellLoop loop = CellLoops.of(kernel);
    sweep(area, reads, (from, to) -> loop.run(kernel, next, from, to));
  }

  /**
   * As {@link #update(Region, CellKernel, Grid...)}, by a kernel that knows where a cell is.
   * Collective.
   */
  public void update(Region area, IndexedKernel kernel, Grid... alsoRead) {
    final List<Grid> reads = with(alsoRead);
    reachCheck.before(kernel, reads, area);
    final MemorySegment next = next().segment();
    final Tile tile = placement().tile();
    final Ownership ownership = ownership();
    sweep(
        area,
        reads,
        (from, to) -> {
          final Tile.Place place = tile.place(from);
          final long plane = ownership.plane(place.plane());
          final long row = ownership.row(place.row());
          ownership.stretches(
              place.column(),
              place.column() + to - from,
              (column, begin, end) -> {
                final long first = from + begin - place.column();
                for (long i = 0; i < end - begin; i++) {
                  next.setAtIndex(CELL, first + i, kernel.at(first + i, plane, row, column + i));
                }
              });
        });
  }

  /**
   * Gives cells new values row by row; the grid has one plane and whole rows on each worker.
   * Collective.
   */
  public void updateRows(Region area, RowKernel kernel) {
    RowUpdate.run(this, area.intersect(all()), kernel);
  }

  /**
   * Cells of a box for every worker, however the grid is divided. Collective.
   *
   * @param area in the whole grid's coordinates; no more than 64 MiB
   * @return their values, plane by plane and row by row
   * @throws IllegalArgumentException when there are no such cells, or too many
   */
  public double[] everywhere(Region area) {
    return AllGather.doubles(this, area);
  }

  /** Cells of a row of the only plane for every worker; as {@link #everywhere}. */
  public double[] row(long row, long columnFrom, long columnTo) {
    return everywhere(new Region(row, row + 1, columnFrom, columnTo));
  }

  /** Cells of a column of the only plane for every worker; as {@link #everywhere}. */
  public double[] column(long column, long rowFrom, long rowTo) {
    return everywhere(new Region(rowFrom, rowTo, column, column + 1));
  }

  /**
   * As {@link #update(Region, CellKernel, Grid...)}.
   *
   * @return the greatest absolute change of a cell, of all workers: the same on any number of
   *     threads and workers
   */
  public double updateMeasured(Region area, CellKernel kernel, Grid... alsoRead) {
    final List<Grid> reads = with(alsoRead);
    reachCheck.before(kernel, reads, c -> Double.doubleToLongBits(kernel.at(c)));
    final MemorySegment before = cells;
    final MemorySegment next = next().segment();
    final GreatestChange changes = new GreatestChange();
    final CellLoop loop = CellLoops.of(kernel);
    sweep(
        area, reads, (from, to) -> changes.take(loop.runMeasured(kernel, before, next, from, to)));
    return exchange().max(changes.value());
  }

  /**
   * Gives every cell of an area its new value by a stencil, all from the values before; the others
   * keep theirs. The same bits as {@link #update(Region, CellKernel, Grid...)} with the same
   * expression, in a fraction of the time where the processor has vectors. Collective.
   *
   * @param area in the whole grid's coordinates
   * @throws IllegalArgumentException when the stencil reaches farther than the grid's halo
   */
  public void apply(Region area, Stencil stencil) {
    final StencilPass pass = pass(stencil);
    sweepBlocks(area, with(), pass::run);
  }

  /**
   * As {@link #apply(Region, Stencil)}.
   *
   * @return the greatest absolute change of a cell, of all workers: the same on any number of
   *     threads and workers
   */
  public double applyMeasured(Region area, Stencil stencil) {
    final StencilPass pass = pass(stencil);
    final GreatestChange changes = new GreatestChange();
    sweepBlocks(area, with(), (from, to, rows) -> pass.runMeasured(changes, from, to, rows));
    return exchange().max(changes.value());
  }

  /**
   * As {@link #apply(Region, Stencil)}, but that some cells are held at their values.
   *
   * @param held not zero where a cell keeps its value; of the same extents and halo width
   */
  public void apply(Region area, Stencil stencil, ByteGrid held) {
    requireAlike(held);
    final StencilPass pass = pass(stencil);
    sweep(area, with(), around(held, pass, (from, to) -> pass.run(from, to, 1)));
  }

  /** Only the runs of cells that are not held; the others keep their values. */
  private Segment.Span around(ByteGrid held, StencilPass pass, Segment.Span free) {
    return (from, to) -> {
      for (long c = from, end; c < to; c = end) {
        end = held.endOfRun(c, to);
        if (held.at(c) == 0) {
          free.run(c, end);
        } else {
          keep(pass.before(), pass.next(), c, end);
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
    final StencilPass pass = pass(stencil);
    final GreatestChange changes = new GreatestChange();
    sweep(area, with(), around(held, pass, (from, to) -> pass.runMeasured(changes, from, to, 1)));
    return exchange().max(changes.value());
  }

  /**
   * Gives every cell of an area its new value from its own and those of a grid of other extents;
   * the others keep theirs. Collective.
   *
   * @param area in the whole grid's coordinates
   * @param other of as many dimensions; neither of the two is dealt out
   * @param footprint which of the other grid's cells the kernel reads
   * @param kernel called by several threads at once: it reads cells and changes nothing
   */
  public void update(Region area, DoubleGrid other, Footprint footprint, PlaceKernel kernel) {
    final int dimensions = shape().extents().dimensions();
    if (other.shape().extents().dimensions() != dimensions) {
      throw new IllegalArgumentException(
          "an update of grid "
              + name()
              + " cannot read grid "
              + other.name()
              + ": the two need as many dimensions");
    }
    if (shape().division().isDealt() || other.shape().division().isDealt()) {
      throw new IllegalArgumentException(
          "an update of grid "
              + name()
              + " cannot read grid "
              + other.name()
              + " by a footprint: neither of the two may be dealt out; bring its cells to all"
              + " workers by everywhere");
    }
    final StoredTile gathered =
        Footprint.gathered(
            other,
            ownership().regions().stream()
                .map(region -> footprint.of(region.intersect(area), dimensions))
                .toList());
    try {
      final DoubleView view = new DoubleView(gathered);
      final MemorySegment before = cells;
      final MemorySegment next = next().segment();
      final Tile tile = placement().tile();
      sweep(
          area,
          List.of(),
          (from, to) -> {
            final Tile.Place place = tile.place(from);
            for (long c = from; c < to; c++) {
              next.setAtIndex(
                  CELL,
                  c,
                  kernel.at(
                      before.getAtIndex(CELL, c),
                      view,
                      place.plane(),
                      place.row(),
                      place.column() + c - from));
            }
          });
    } finally {
      gathered.storage().letGo();
    }
  }

  private StencilPass pass(Stencil stencil) {
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
    if (stencil.readsPlanes() && shape().extents().dimensions() < Extents.MOST_DIMENSIONS) {
      throw new IllegalArgumentException(
          "a stencil that reads other planes cannot be applied to grid "
              + name()
              + ", which has only one");
    }
    return new StencilPass(
        Stencils.compiled(stencil), cells, next().segment(), stride, planeStride);
  }

  /**
   * The sum of all cells, rounded once: the same bits on any number of threads and workers.
   * Collective.
   */
  public double sum() {
    return sum(cell -> cells.getAtIndex(CELL, cell));
  }

  /**
   * The sum over all cells of what a kernel makes of each: the same bits on any number of threads
   * and workers. Collective.
   *
   * @param kernel called by several threads at once: it reads cells, no neighbours, and changes
   *     nothing
   */
  public double sum(CellKernel kernel) {
    return Reduction.exactSum(this, kernel);
  }

  @Override
  ValueLayout layout() {
    return CELL;
  }

  @Override
  String element() {
    return "f64";
  }
}
