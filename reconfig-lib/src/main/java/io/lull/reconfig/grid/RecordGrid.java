package io.lull.reconfig.grid;

import io.lull.reconfig.distribution.Division;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Shape;
import io.lull.reconfig.memory.RecordFields;
import io.lull.reconfig.parallel.KernelThreads;
import io.lull.reconfig.record.RecordShape;
import io.lull.reconfig.record.RecordShape.DoubleField;
import io.lull.reconfig.record.RecordShape.FloatField;
import io.lull.reconfig.record.RecordShape.IntField;
import io.lull.reconfig.record.RecordShape.LongField;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;

/** A distributed grid of records of a fixed size. */
public final class RecordGrid extends Grid {
  private final String element;
  private final int bytes;

  /** Made by the runtime; an author declares it through {@code GridSpace}. */
  public RecordGrid(
      String name,
      RecordShape record,
      Extents extents,
      Division division,
      Halo halo,
      GridExchange exchange,
      KernelThreads threads) {
    super(name, new Shape(extents, record.bytes(), division), halo, exchange, threads);
    this.element = record.described();
    this.bytes = record.bytes();
  }

  /** A field of the cell itself. */
  public double at(long cell, DoubleField field) {
    return cells.get(RecordFields.DOUBLE, cell * bytes + field.at());
  }

  /** A field of the cell so many planes, rows and columns away, at most the halo's width. */
  public double at(long cell, int planes, int rows, int columns, DoubleField field) {
    return at(away(cell, planes, rows, columns), field);
  }

  /** A field of the cell itself. */
  public float at(long cell, FloatField field) {
    return cells.get(RecordFields.FLOAT, cell * bytes + field.at());
  }

  /** A field of the cell so many planes, rows and columns away, at most the halo's width. */
  public float at(long cell, int planes, int rows, int columns, FloatField field) {
    return at(away(cell, planes, rows, columns), field);
  }

  /** A field of the cell itself. */
  public long at(long cell, LongField field) {
    return cells.get(RecordFields.LONG, cell * bytes + field.at());
  }

  /** A field of the cell so many planes, rows and columns away, at most the halo's width. */
  public long at(long cell, int planes, int rows, int columns, LongField field) {
    return at(away(cell, planes, rows, columns), field);
  }

  /** A field of the cell itself. */
  public int at(long cell, IntField field) {
    return cells.get(RecordFields.INT, cell * bytes + field.at());
  }

  /** A field of the cell so many planes, rows and columns away, at most the halo's width. */
  public int at(long cell, int planes, int rows, int columns, IntField field) {
    return at(away(cell, planes, rows, columns), field);
  }

  /** A starting value from a cell's place in the whole grid. */
  @FunctionalInterface
  public interface Fill {
    /**
     * @param record where the fields are written; zeros at first, valid during the call
     */
    void at(long plane, long row, long column, RecordCell record);
  }

  /**
   * The new value of a cell from the values before. Called by several threads at once: it reads
   * cells and changes only the record it is given.
   */
  @FunctionalInterface
  public interface Kernel {
    /**
     * @param cell handed on to the grids' accessors; it means nothing else
     * @param next where the new fields are written; those that are not keep their values; valid
     *     during the call
     */
    void at(long cell, RecordCell next);
  }

  /**
   * Gives every cell a value.
   *
   * @param fill called for one cell after the other, plane by plane and row by row, by the
   *     program's own thread
   */
  public void fill(Fill fill) {
    fillLines((next, cell, plane, row, from, to) -> {
      next.asSlice(cell * bytes, (to - from) * bytes).fill((byte) 0);
      final RecordCell record = new RecordCell(next);
      for (long column = from; column < to; column++) {
        record.move((cell + column - from) * bytes);
        fill.at(plane, row, column, record);
      }
    });
  }

  /**
   * Gives every cell of an area its new value, all from the values before; the others keep theirs.
   * Collective.
   *
   * @param area in the whole grid's coordinates
   * @param alsoRead other grids whose neighbouring cells the kernel reads; of the same extents and
   *     halo width
   */
  public void update(Region area, Kernel kernel, Grid... alsoRead) {
    final List<Grid> reads = with(alsoRead);
    reachCheck.before(kernel, reads, c -> print(kernel, c));
    final MemorySegment before = cells;
    final MemorySegment next = next().segment();
    sweep(
        area,
        reads,
        (from, to) -> {
          keep(before, next, from, to);
          final RecordCell record = new RecordCell(next);
          for (long c = from; c < to; c++) {
            record.move(c * bytes);
            kernel.at(c, record);
          }
        });
  }

  /**
   * The sum of a field over all cells, rounded once: the same bits on any number of threads and
   * workers. Collective.
   */
  public double sum(DoubleField field) {
    return Reduction.exactSum(this, cell -> at(cell, field));
  }

  /** The sum of a field over all cells, modulo 2 to the 64. Collective. */
  public long sum(LongField field) {
    return Reduction.sum(this, cell -> at(cell, field));
  }

  /** The sum of a field over all cells. Collective. */
  public long sum(IntField field) {
    return Reduction.sum(this, cell -> at(cell, field));
  }

  /** A number for the record that a kernel makes. */
  private long print(Kernel kernel, long cell) {
    final MemorySegment made = Arena.ofAuto().allocate(bytes);
    kernel.at(cell, new RecordCell(made));
    return Arrays.hashCode(made.toArray(ValueLayout.JAVA_BYTE));
  }

  @Override
  ValueLayout layout() {
    return ValueLayout.JAVA_BYTE;
  }

  @Override
  String element() {
    return element;
  }
}
