package io.lull.reconfig.forkjoin;

import io.lull.reconfig.ProgramError;
import io.lull.reconfig.stencil.Stencil;
import io.lull.reconfig.stencil.code.GreatestChange;
import io.lull.reconfig.stencil.code.RowSweep;
import io.lull.reconfig.stencil.code.Stencils;
import java.util.IntSummaryStatistics;
import java.util.function.ToIntFunction;

/**
 * A {@link Stencil} for rows of shared arrays of doubles: gives a row of one array its values from
 * that row and its neighbours in another array. The same bits as the same expression in a kernel,
 * in a fraction of the time where the processor has vectors: the Java machine does not vectorise a
 * loop that reads some rows and writes another one. Immutable; any thread.
 *
 * <pre>{@code
 * private static final RowStencil MEAN =
 *     RowStencil.of(north().plus(south()).plus(west().plus(east())).times(0.25));
 *
 * team.loop(1, side - 1)
 *     .readsHalo(before)
 *     .writes(after)
 *     .run(row -> MEAN.apply(before, after, row, 1, side - 1));
 * }</pre>
 *
 * <p>In two dimensions an index of the arrays is a row; in three it is a plane.
 */
public final class RowStencil {
  /** A sweep goes along at most so many elements. */
  private static final long MOST_ELEMENTS = 1L << 29;

  private final Stencil stencil;
  private final RowSweep sweep;
  private final IntSummaryStatistics planes;
  private final IntSummaryStatistics rows;
  private final IntSummaryStatistics columns;

  private RowStencil(Stencil stencil) {
    this.stencil = stencil;
    this.sweep = Stencils.compiled(stencil);
    this.planes = reads(Stencil.Cell::planes);
    this.rows = reads(Stencil.Cell::rows);
    this.columns = reads(Stencil.Cell::columns);
  }

  /** With the element itself, whose change may be asked for. */
  private IntSummaryStatistics reads(ToIntFunction<Stencil.Cell> away) {
    final IntSummaryStatistics range = stencil.cells().mapToInt(away).summaryStatistics();
    range.accept(0);
    return range;
  }

  /** Makes an expression into code; costs some milliseconds. */
  public static RowStencil of(Stencil stencil) {
    return new RowStencil(stencil);
  }

  /**
   * Gives elements of a row their new values; for arrays of two dimensions.
   *
   * @param before which the loop reads with its halo, as far as the expression goes
   * @param after which the loop writes: another array of as many columns
   * @param row the iteration's own
   * @param from the first column
   * @param to the column after the last
   * @throws ProgramError when the loop may not use an element, or when the expression reads columns
   *     or planes that there are not
   */
  public void apply(DoubleArray before, DoubleArray after, long row, long from, long to) {
    final long read = ofRow(before, after, row, from, to);
    run(before, after, read, after.writable(row) + from, to - from);
  }

  /**
   * As {@link #apply(DoubleArray, DoubleArray, long, long, long)}.
   *
   * @return the greatest absolute change of one of these elements, NaN where one is no number
   */
  public double applyMeasured(DoubleArray before, DoubleArray after, long row, long from, long to) {
    final long read = ofRow(before, after, row, from, to);
    return runMeasured(before, after, read, after.writable(row) + from, to - from);
  }

  /**
   * Gives elements of a row of a plane their new values; for arrays of three dimensions.
   *
   * @param before which the loop reads with its halo, as far as the expression goes
   * @param after which the loop writes: another array of as many rows and columns
   * @param plane the iteration's own
   * @param from the first column
   * @param to the column after the last
   * @throws ProgramError when the loop may not use an element, or when the expression reads columns
   *     or rows that there are not
   */
  public void apply(
      DoubleArray before, DoubleArray after, long plane, long row, long from, long to) {
    final long read = ofPlane(before, after, plane, row, from, to);
    run(before, after, read, after.writable(plane) + row * after.line + from, to - from);
  }

  /**
   * As {@link #apply(DoubleArray, DoubleArray, long, long, long, long)}.
   *
   * @return the greatest absolute change of one of these elements, NaN where one is no number
   */
  public double applyMeasured(
      DoubleArray before, DoubleArray after, long plane, long row, long from, long to) {
    final long read = ofPlane(before, after, plane, row, from, to);
    return runMeasured(
        before, after, read, after.writable(plane) + row * after.line + from, to - from);
  }

  /** Gives where the first element is read. */
  private long ofRow(DoubleArray before, DoubleArray after, long row, long from, long to) {
    requireAlike(before, after, 2);
    requireWithin("columns", columns, from, to, before.columns, before);
    requireWithin("planes", planes, 0, 1, 1, before);
    return before.readableAround(row, rows.getMin(), rows.getMax()) + from;
  }

  private long ofPlane(
      DoubleArray before, DoubleArray after, long plane, long row, long from, long to) {
    requireAlike(before, after, 3);
    requireWithin("columns", columns, from, to, before.columns, before);
    requireWithin("rows", rows, row, row + 1, before.middle, before);
    return before.readableAround(plane, planes.getMin(), planes.getMax())
        + row * before.line
        + from;
  }

  private void run(DoubleArray before, DoubleArray after, long read, long written, long count) {
    for (long done = 0; done < count; done += MOST_ELEMENTS) {
      sweep.sweep(
          before.cells,
          after.cells,
          read + done,
          written + done,
          Math.min(MOST_ELEMENTS, count - done),
          1,
          before.line,
          before.unit);
    }
  }

  private double runMeasured(
      DoubleArray before, DoubleArray after, long read, long written, long count) {
    long greatest = GreatestChange.NONE;
    for (long done = 0; done < count; done += MOST_ELEMENTS) {
      greatest =
          Math.max(
              greatest,
              sweep.sweepMeasured(
                  before.cells,
                  after.cells,
                  read + done,
                  written + done,
                  Math.min(MOST_ELEMENTS, count - done),
                  1,
                  before.line,
                  before.unit));
    }
    return GreatestChange.number(greatest);
  }

  private static void requireAlike(DoubleArray before, DoubleArray after, int dimensions) {
    if (before == after) {
      throw new ProgramError(
          "a stencil reads and writes array "
              + before.name()
              + ": write to another one, since neighbours are read as they were before");
    }
    before.require(dimensions);
    after.require(dimensions);
    if (before.columns != after.columns || before.middle != after.middle) {
      throw new ProgramError(
          "a stencil reads array "
              + before.name()
              + " of "
              + before.declared().extents().described()
              + " elements and writes array "
              + after.name()
              + " of "
              + after.declared().extents().described()
              + ": declare them alike");
    }
  }

  private static void requireWithin(
      String what, IntSummaryStatistics reads, long from, long to, long length, DoubleArray array) {
    if (from > to || from < 0 || from + reads.getMin() < 0 || to + reads.getMax() > length) {
      throw new ProgramError(
          "a stencil that reads "
              + what
              + " "
              + reads.getMin()
              + " to "
              + reads.getMax()
              + " from its element's own is applied to "
              + what
              + " "
              + from
              + " to "
              + (to - 1)
              + " of array "
              + array.name()
              + ", which has "
              + length
              + ": leave out those at the edge");
    }
  }
}
