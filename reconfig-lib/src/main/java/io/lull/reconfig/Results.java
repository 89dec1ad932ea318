package io.lull.reconfig;

import io.lull.reconfig.grid.ByteGrid;
import io.lull.reconfig.grid.DoubleGrid;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** Where a program leaves what it found. Collective: every worker makes the same calls. */
public interface Results {

  /** A check value, reported exact to the last digit. */
  void value(String name, double value);

  void value(String name, long value);

  /**
   * Brings a whole grid together, row by row in order, in one place; no more than a few rows are in
   * memory at once.
   *
   * @param opener called on one worker only, with the job's outputs folder
   */
  void collect(DoubleGrid grid, Opener<DoubleRows> opener) throws IOException;

  void collect(ByteGrid grid, Opener<ByteRows> opener) throws IOException;

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
     * @param values one for each column; valid during the call
     */
    void row(long row, double[] values) throws IOException;
  }

  /** Takes rows of bytes, from the first to the last. */
  interface ByteRows extends Closeable {
    /**
     * @param values one for each column; valid during the call
     */
    void row(long row, byte[] values) throws IOException;
  }
}
