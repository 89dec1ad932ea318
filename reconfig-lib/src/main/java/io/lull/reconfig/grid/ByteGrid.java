package io.lull.reconfig.grid;

import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Shape;
import io.lull.reconfig.parallel.Crew;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** A distributed grid of bytes. */
public final class ByteGrid extends Grid {
  private static final ValueLayout.OfByte CELL = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfLong EIGHT = ValueLayout.JAVA_LONG_UNALIGNED;

  // The kernels read these two: fields of their own, so that the compiler sees plain accesses
  // to memory.
  private MemorySegment cells = MemorySegment.NULL;
  private long stride;

  /** Made by the runtime; an author declares it through {@code GridSpace}. */
  public ByteGrid(String name, long rows, long columns, Halo halo, Fellows fellows, Crew crew) {
    super(name, new Shape(rows, columns, Byte.BYTES), halo, fellows, crew);
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

  /** The cell so many rows and columns away, at most the halo's width. */
  public byte at(long cell, int rows, int columns) {
    return cells.getAtIndex(CELL, cell + rows * stride + columns);
  }

  /**
   * Gives every cell a value.
   *
   * @param fill called for one cell after the other, row by row, by the program's own thread
   */
  public void fill(ByteFill fill) {
    final Tile tile = placement().tile();
    final Storage storage = next();
    final MemorySegment next = storage.segment();
    final Region own = tile.own();
    for (long row = own.rowFrom(); row < own.rowTo(); row++) {
      long c = tile.index(row, own.columnFrom());
      for (long column = own.columnFrom(); column < own.columnTo(); column++) {
        next.setAtIndex(CELL, c++, (byte) fill.at(row, column));
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
  public void update(Region area, ByteKernel kernel, Grid... alsoRead) {
    final List<Grid> reads = with(alsoRead);
    final MemorySegment next = next().segment();
    sweep(area, reads, (from, to) -> work(kernel, next, from, to));
  }

  /**
   * How many cells of the whole grid have a value that the condition accepts. Collective.
   *
   * @param condition called by several threads at once
   */
  public long count(IntPredicate condition) {
    final Tile tile = placement().tile();
    final Region own = tile.own();
    final LongAdder count = new LongAdder();
    crew()
        .run(
            own.rowFrom(),
            own.rowTo(),
            own.columns(),
            (from, to) -> count.add(count(condition, tile, from, to)));
    return fellows().sum(count.sum());
  }

  private long count(IntPredicate condition, Tile tile, long rowFrom, long rowTo) {
    long count = 0;
    for (long row = rowFrom; row < rowTo; row++) {
      final long to = tile.index(row, tile.own().columnTo());
      for (long c = tile.index(row, tile.own().columnFrom()); c < to; c++) {
        count += condition.test(cells.getAtIndex(CELL, c)) ? 1 : 0;
      }
    }
    return count;
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

  private static void work(ByteKernel kernel, MemorySegment next, long from, long to) {
    for (long c = from; c < to; c++) {
      next.setAtIndex(CELL, c, (byte) kernel.at(c));
    }
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
