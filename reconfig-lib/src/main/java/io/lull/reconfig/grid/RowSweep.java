package io.lull.reconfig.grid;

import java.lang.foreign.MemorySegment;

/**
 * A stencil made into code: works out neighbouring cells of one row. Any number of threads may use
 * it at once.
 */
interface RowSweep {
  /**
   * Gives the cells {@code from} to {@code to} of {@code next} their new values.
   *
   * @param stride cells from one row to the next
   * @param planeStride cells from one plane to the next
   */
  void sweep(
      MemorySegment cells, MemorySegment next, long from, long to, long stride, long planeStride);

  /**
   * As {@link #sweep}.
   *
   * @return the greatest absolute change of a cell, as {@link Changes} counts them
   */
  long sweepMeasured(
      MemorySegment cells, MemorySegment next, long from, long to, long stride, long planeStride);
}
