package io.lull.reconfig.grid;

import io.lull.reconfig.stencil.code.GreatestChange;
import java.lang.foreign.MemorySegment;

/** The loop over a row that asks a kernel for each cell's new value. Any thread. */
interface CellLoop {
  void run(CellKernel kernel, MemorySegment next, long from, long to);

  /**
   * As {@link #run}.
   *
   * @return the greatest absolute change of a cell, as {@link GreatestChange} counts them
   */
  long runMeasured(CellKernel kernel, MemorySegment before, MemorySegment next, long from, long to);
}
