package io.lull.reconfig.forkjoin.model;

import io.lull.reconfig.Results;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.exchange.CollectedRows;
import io.lull.reconfig.forkjoin.DoubleArray;
import io.lull.reconfig.forkjoin.FloatArray;
import io.lull.reconfig.forkjoin.ForkJoinCalls;
import io.lull.reconfig.forkjoin.IntArray;
import io.lull.reconfig.forkjoin.LongArray;
import io.lull.reconfig.forkjoin.RecordArray;
import io.lull.reconfig.forkjoin.SharedArray;
import io.lull.reconfig.forkjoin.SharedResults;
import io.lull.reconfig.model.CheckValues;
import io.lull.reconfig.model.ProgramResults;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** The end of a fork-join program: rank 0 takes the rows of all workers, and writes. */
final class ArrayResults implements SharedResults {
  private final Communicator workers;
  private final DeclaredArrays arrays;
  private final Path outputs;
  private final CheckValues values = new CheckValues();

  private ArrayResults(Communicator workers, DeclaredArrays arrays, Path outputs) {
    this.workers = workers;
    this.arrays = arrays;
    this.outputs = outputs;
  }

  /** When all workers have come to the program's end. */
  static ArrayResults atEnd(Communicator workers, DeclaredArrays arrays, Path outputs) {
    workers.conclude();
    return new ArrayResults(workers, arrays, outputs);
  }

  ProgramResults completion() {
    return values.completion(workers.rank() == 0);
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
  public void collect(DoubleArray array, Results.Opener<Results.DoubleRows> opener)
      throws IOException {
    final double[] row = new double[width(array)];
    collect(
        array,
        opener,
        (rows, number, bytes) -> {
          bytes.asDoubleBuffer().get(row);
          rows.row(number, row);
        });
  }

  @Override
  public void collect(FloatArray array, Results.Opener<Results.FloatRows> opener)
      throws IOException {
    final float[] row = new float[width(array)];
    collect(
        array,
        opener,
        (rows, number, bytes) -> {
          bytes.asFloatBuffer().get(row);
          rows.row(number, row);
        });
  }

  @Override
  public void collect(LongArray array, Results.Opener<Results.LongRows> opener) throws IOException {
    final long[] row = new long[width(array)];
    collect(
        array,
        opener,
        (rows, number, bytes) -> {
          bytes.asLongBuffer().get(row);
          rows.row(number, row);
        });
  }

  @Override
  public void collect(IntArray array, Results.Opener<Results.IntRows> opener) throws IOException {
    final int[] row = new int[width(array)];
    collect(
        array,
        opener,
        (rows, number, bytes) -> {
          bytes.asIntBuffer().get(row);
          rows.row(number, row);
        });
  }

  @Override
  public void collect(RecordArray array, Results.Opener<Results.RecordRows> opener)
      throws IOException {
    collect(array, opener, Results.RecordRows::row);
  }

  private static int width(SharedArray array) {
    return Math.toIntExact(array.declared().extents().lengths().getLast());
  }

  private <R extends Closeable> void collect(
      SharedArray array, Results.Opener<R> opener, RowTaker<R> taker) throws IOException {
    final int index = arrays.arrays().indexOf(array);
    workers.begin(ForkJoinCalls.COLLECT, index);
    final CollectedRows collected =
        new CollectedRows(
            workers, arrays.stored().get(index), arrays.state().allotment().grids().get(index));
    if (workers.rank() > 0) {
      collected.give();
      return;
    }
    try (R rows = opener.open(outputs)) {
      collected.take((number, bytes) -> taker.row(rows, number, bytes));
    }
  }

  @FunctionalInterface
  private interface RowTaker<R> {
    void row(R rows, long number, ByteBuffer bytes) throws IOException;
  }
}
