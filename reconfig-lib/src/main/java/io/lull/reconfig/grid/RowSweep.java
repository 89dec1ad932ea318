package io.lull.reconfig.grid;

/**
 * A stencil made into code: works out neighbouring cells of one row. Any number of threads may use
 * it at once.
 */
interface RowSweep {
  /**
   * Gives the cells {@code from} to {@code to} of {@code next} their new values.
   *
   * @param stride cells from one row to the next
   */
  void sweep(double[] cells, double[] next, int from, int to, int stride);

  /**
   * As {@link #sweep}.
   *
   * @return the greatest absolute change of a cell, as {@link Changes} counts them
   */
  long sweepMeasured(double[] cells, double[] next, int from, int to, int stride);
}
