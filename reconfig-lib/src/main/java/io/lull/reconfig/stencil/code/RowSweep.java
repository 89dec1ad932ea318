package io.lull.reconfig.stencil.code;

import java.lang.foreign.MemorySegment;

/**
 * A stencil made into code: works out as many cells of each of some neighbouring rows. Any number
 * of threads may use it at once.
 */
public interface RowSweep {
  /**
   * Gives cells of {@code next} their new values.
   *
   * @param from index of the first row's first cell
   * @param nextFrom the same in {@code next}, whose strides are those of {@code cells}
   * @param count cells of a row, at most {@code 1 << 29}
   * @param rows at least 1
   * @param stride cells from one row to the next
   * @param planeStride cells from one plane to the next
   */
  void sweep(
      MemorySegment cells,
      MemorySegment next,
      long from,
      long nextFrom,
      long count,
      long rows,
      long stride,
      long planeStride);

  /**
   * As {@link #sweep}.
   *
   * @return the greatest absolute change of a cell, as {@link GreatestChange} counts them
   */
  long sweepMeasured(
      MemorySegment cells,
      MemorySegment next,
      long from,
      long nextFrom,
      long count,
      long rows,
      long stride,
      long planeStride);
}
