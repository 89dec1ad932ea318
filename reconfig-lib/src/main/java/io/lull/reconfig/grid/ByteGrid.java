package io.lull.reconfig.grid;

import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Shape;
import io.lull.reconfig.parallel.Crew;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** A distributed grid of bytes. */
public final class ByteGrid extends Grid {
  private static final byte[] NONE = new byte[0];
  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  // The kernels read these two: fields of their own, so that the compiler sees plain array
  // accesses.
  private byte[] cells = NONE;
  private int stride;
  private byte @Nullable [] spare;

  /** Made by the runtime; an author declares it through {@code GridSpace}. */
  public ByteGrid(String name, long rows, long columns, Halo halo, Fellows fellows, Crew crew) {
    super(name, new Shape(rows, columns, Byte.BYTES), halo, fellows, crew);
  }

  /** The cell itself. */
  public byte at(int cell) {
    return cells[cell];
  }

  /** The cell one row before. */
  public byte north(int cell) {
    return cells[cell - stride];
  }

  /** The cell one row after. */
  public byte south(int cell) {
    return cells[cell + stride];
  }

  /** The cell one column before. */
  public byte west(int cell) {
    return cells[cell - 1];
  }

  /** The cell one column after. */
  public byte east(int cell) {
    return cells[cell + 1];
  }

  /** The cell so many rows and columns away, at most the halo's width. */
  public byte at(int cell, int rows, int columns) {
    return cells[cell + rows * stride + columns];
  }

  /**
   * Gives every cell a value.
   *
   * @param fill called for one cell after the other, row by row, by the program's own thread
   */
  public void fill(ByteFill fill) {
    final Tile tile = placement().tile();
    final byte[] next = next();
    final Region own = tile.own();
    for (long row = own.rowFrom(); row < own.rowTo(); row++) {
      int c = tile.index(row, own.columnFrom());
      for (long column = own.columnFrom(); column < own.columnTo(); column++) {
        next[c++] = (byte) fill.at(row, column);
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
  public void update(Region area, ByteKernel kernel, Grid... alsoRead) {
    refreshHalos(alsoRead);
    final byte[] next = next();
    sweep(area, cells, next, (from, to) -> work(kernel, next, from, to));
    use(next);
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
      final int to = tile.index(row, tile.own().columnTo());
      for (int c = tile.index(row, tile.own().columnFrom()); c < to; c++) {
        count += condition.test(cells[c]) ? 1 : 0;
      }
    }
    return count;
  }

  /** Where the zeros end that begin with this cell, or the others if it is none. */
  int endOfRun(int from, int to) {
    final boolean zero = cells[from] == 0;
    int c = from + 1;
    while (zero && c + Long.BYTES <= to && (long) EIGHT.get(cells, c) == 0) {
      c += Long.BYTES;
    }
    while (c < to && (cells[c] == 0) == zero) {
      c++;
    }
    return c;
  }

  private static void work(ByteKernel kernel, byte[] next, int from, int to) {
    for (int c = from; c < to; c++) {
      next[c] = (byte) kernel.at(c);
    }
  }

  private byte[] next() {
    final byte @Nullable [] kept = spare;
    spare = null;
    return kept != null ? kept : new byte[placement().tile().length()];
  }

  private void use(byte[] next) {
    final byte[] before = cells;
    replace(next);
    spare = release(before) ? before : null;
  }

  @Override
  byte[] allocate(int length) {
    return new byte[length];
  }

  @Override
  void keep(Object before, Object next, int from, int to) {
    System.arraycopy((byte[]) before, from, (byte[]) next, from, to - from);
  }

  @Override
  void placed(@Nullable Placement present) {
    spare = null;
    cells = present == null ? NONE : (byte[]) present.cells();
    stride = present == null ? 0 : present.tile().stride();
  }

  @Override
  void get(Object array, int index, int count, ByteBuffer out) {
    out.put((byte[]) array, index, count);
  }

  @Override
  void put(Object array, int index, int count, ByteBuffer in) {
    in.get((byte[]) array, index, count);
  }
}
