package io.lull.reconfig.grid;

import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Shape;
import java.nio.ByteBuffer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** A distributed grid of bytes. */
public final class ByteGrid extends Grid {
  private static final byte[] NONE = new byte[0];

  // The kernels read these two: fields of their own, so that the compiler sees plain array
  // accesses.
  private byte[] cells = NONE;
  private int stride;
  private byte @Nullable [] spare;

  /** Made by the runtime; an author declares it through {@code GridSpace}. */
  public ByteGrid(String name, long rows, long columns, Halo halo, Fellows fellows) {
    super(name, new Shape(rows, columns, Byte.BYTES), halo, fellows);
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

  /** Gives every cell a value. */
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
   * @param alsoRead other grids whose neighbouring cells the kernel reads; of the same rows,
   *     columns and halo width
   */
  public void update(Region area, ByteKernel kernel, Grid... alsoRead) {
    refreshHalos(alsoRead);
    final Tile tile = placement().tile();
    final Region part = area.intersect(tile.own());
    final byte[] next = next();
    keepOutside(tile, part, next);
    for (long row = part.rowFrom(); row < part.rowTo(); row++) {
      sweep(kernel, next, tile.index(row, part.columnFrom()), tile.index(row, part.columnTo()));
    }
    use(next);
  }

  /** How many cells of the whole grid have a value that the condition accepts. Collective. */
  public long count(IntPredicate condition) {
    final Tile tile = placement().tile();
    final Region own = tile.own();
    long count = 0;
    for (long row = own.rowFrom(); row < own.rowTo(); row++) {
      final int to = tile.index(row, own.columnTo());
      for (int c = tile.index(row, own.columnFrom()); c < to; c++) {
        count += condition.test(cells[c]) ? 1 : 0;
      }
    }
    return fellows().sum(count);
  }

  private static void sweep(ByteKernel kernel, byte[] next, int from, int to) {
    for (int c = from; c < to; c++) {
      next[c] = (byte) kernel.at(c);
    }
  }

  private void keepOutside(Tile tile, Region part, byte[] next) {
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
