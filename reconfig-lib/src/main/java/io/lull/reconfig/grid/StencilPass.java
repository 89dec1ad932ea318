package io.lull.reconfig.grid;

import io.lull.reconfig.stencil.code.GreatestChange;
import io.lull.reconfig.stencil.code.RowSweep;
import java.lang.foreign.MemorySegment;

/**
 * A stencil that gives cells of a grid their new values, in other memory that lies alike. Any
 * thread.
 *
 * @param stride cells from one row to the next
 * @param planeStride cells from one plane to the next
 */
record StencilPass(
    RowSweep code, MemorySegment before, MemorySegment next, long stride, long planeStride) {

  /**
   * @param from index of the first row's first cell
   * @param to index after the first row's last
   */
  void run(long from, long to, long rows) {
    code.sweep(before, next, from, from, to - from, rows, stride, planeStride);
  }

  /**
   * As {@link #run}.
   *
   * @param changes counts the changes of the cells
   */
  void runMeasured(GreatestChange changes, long from, long to, long rows) {
    changes.take(
        code.sweepMeasured(before, next, from, from, to - from, rows, stride, planeStride));
  }
}
