package io.lull.reconfig.grid.model;

import io.lull.reconfig.Results;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.distribution.Distribution;
import io.lull.reconfig.exchange.CollectedRows;
import io.lull.reconfig.grid.ByteGrid;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.FloatGrid;
import io.lull.reconfig.grid.Grid;
import io.lull.reconfig.grid.GridArray;
import io.lull.reconfig.grid.IntGrid;
import io.lull.reconfig.grid.LongGrid;
import io.lull.reconfig.grid.RecordGrid;
import io.lull.reconfig.model.CheckValues;
import io.lull.reconfig.model.ProgramResults;
import io.lull.reconfig.partition.PartitionedState;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/** The end of a program: rank 0 takes the rows of all workers, a band at a time, and writes. */
public final class GridResults implements Results {
  private final Communicator group;
  private final List<Distribution> distributions;
  private final List<GridArray> arrays;
  private final Path outputs;
  private final CheckValues values = new CheckValues();

  /**
   * @param distributions by grid
   */
  private GridResults(
      Communicator group, List<Distribution> distributions, List<GridArray> arrays, Path outputs) {
    this.group = group;
    this.distributions = distributions;
    this.arrays = arrays;
    this.outputs = outputs;
  }

  /** When all workers have come to the program's end. */
  public static GridResults atEnd(
      Communicator group, PartitionedState state, List<GridArray> arrays, Path outputs) {
    group.conclude();
    return new GridResults(group, state.allotment().grids(), arrays, outputs);
  }

  private boolean writes() {
    return group.rank() == 0;
  }

  ProgramResults completion() {
    return values.completion(writes());
  }

  @Override
  public void value(String name, double value) {
    values.add(name, Double.toString(value));
  }

  @Override
  public void value(String name, long value) {
    values.add(name, Long.toString(value));
  }

  @Override
  public void collect(DoubleGrid grid, Opener<DoubleRows> opener) throws IOException {
    final double[] row = new double[Math.toIntExact(grid.columns())];
    collect(
        grid,
        opener,
        (rows, number, bytes) -> {
          bytes.asDoubleBuffer().get(row);
          rows.row(number, row);
        });
  }

  @Override
  public void collect(ByteGrid grid, Opener<ByteRows> opener) throws IOException {
    final byte[] row = new byte[Math.toIntExact(grid.columns())];
    collect(
        grid,
        opener,
        (rows, number, bytes) -> {
          bytes.get(row);
          rows.row(number, row);
        });
  }

  @Override
  public void collect(FloatGrid grid, Opener<FloatRows> opener) throws IOException {
    final float[] row = new float[Math.toIntExact(grid.columns())];
    collect(
        grid,
        opener,
        (rows, number, bytes) -> {
          bytes.asFloatBuffer().get(row);
          rows.row(number, row);
        });
  }

  @Override
  public void collect(LongGrid grid, Opener<LongRows> opener) throws IOException {
    final long[] row = new long[Math.toIntExact(grid.columns())];
    collect(
        grid,
        opener,
        (rows, number, bytes) -> {
          bytes.asLongBuffer().get(row);
          rows.row(number, row);
        });
  }

  @Override
  public void collect(IntGrid grid, Opener<IntRows> opener) throws IOException {
    final int[] row = new int[Math.toIntExact(grid.columns())];
    collect(
        grid,
        opener,
        (rows, number, bytes) -> {
          bytes.asIntBuffer().get(row);
          rows.row(number, row);
        });
  }

  @Override
  public void collect(RecordGrid grid, Opener<RecordRows> opener) throws IOException {
    collect(grid, opener, RecordRows::row);
  }

  private <R extends Closeable> void collect(Grid grid, Opener<R> opener, RowTaker<R> taker)
      throws IOException {
    final int index = index(grid);
    group.begin(GridCalls.COLLECT, index);
    final CollectedRows collected =
        new CollectedRows(group, arrays.get(index), distributions.get(index));
    if (!writes()) {
      collected.give();
      return;
    }
    try (R rows = opener.open(outputs)) {
      collected.take((number, bytes) -> taker.row(rows, number, bytes));
    }
  }

  private int index(Grid grid) {
    int index = 0;
    while (arrays.get(index).grid() != grid) {
      index++;
    }
    return index;
  }

  @FunctionalInterface
  private interface RowTaker<R> {
    void row(R rows, long number, ByteBuffer bytes) throws IOException;
  }
}
