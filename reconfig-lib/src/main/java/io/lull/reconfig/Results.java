package io.lull.reconfig;

import io.lull.reconfig.grid.ByteGrid;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.FloatGrid;
import io.lull.reconfig.grid.IntGrid;
import io.lull.reconfig.grid.LongGrid;
import io.lull.reconfig.grid.RecordGrid;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** Takes the results of a program. Collective: every worker makes the same calls. */
public interface Results extends ReportedValues {

  /**
   * Brings a whole grid together, row by row in order, in one place; no more than a few rows are in
   * memory at once.
   *
   * @param opener called on one worker only, with the job's outputs folder
   */
  void collect(DoubleGrid grid, Opener<DoubleRows> opener) throws IOException;

  void collect(ByteGrid grid, Opener<ByteRows> opener) throws IOException;

  void collect(FloatGrid grid, Opener<FloatRows> opener) throws IOException;

  void collect(LongGrid grid, Opener<LongRows> opener) throws IOException;

  void collect(IntGrid grid, Opener<IntRows> opener) throws IOException;

  void collect(RecordGrid grid, Opener<RecordRows> opener) throws IOException;

  /**
   * Opens the place that rows go to. Values reported while it is open or closing are those that
   * count.
   */
  @FunctionalInterface
  interface Opener<R extends Closeable> {
    R open(Path outputs) throws IOException;
  }

  /** Takes rows of doubles, from the first to the last. */
  interface DoubleRows extends Closeable {
    /**
     * @param row of a grid with planes: its line, all rows of the plane before come first
     * @param values one for each column; valid during the call
     */
    void row(long row, double[] values) throws IOException;
  }

  /** Takes rows of floats; as {@link DoubleRows}. */
  interface FloatRows extends Closeable {
    void row(long row, float[] values) throws IOException;
  }

  /** Takes rows of longs; as {@link DoubleRows}. */
  interface LongRows extends Closeable {
    void row(long row, long[] values) throws IOException;
  }

  /** Takes rows of ints; as {@link DoubleRows}. */
  interface IntRows extends Closeable {
    void row(long row, int[] values) throws IOException;
  }

  /** Takes rows of records, from the first to the last. */
  interface RecordRows extends Closeable {
    /**
     * @param row as of {@link DoubleRows#row}
     * @param records one after the other, fields as {@link io.lull.reconfig.record.RecordShape} has
     *     them, little-endian; valid during the call
     */
    void row(long row, ByteBuffer records) throws IOException;
  }

  /** Takes rows of bytes, from the first to the last. */
  interface ByteRows extends Closeable {
    /**
     * @param row as of {@link DoubleRows#row}
     * @param values one for each column; valid during the call
     */
    void row(long row, byte[] values) throws IOException;
  }
}
