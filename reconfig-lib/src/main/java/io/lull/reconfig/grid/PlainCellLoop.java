package io.lull.reconfig.grid;

import io.lull.reconfig.stencil.code.GreatestChange;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The loop itself; loaded once more for each class of kernels: see {@link CellLoops}. */
final class PlainCellLoop implements CellLoop {
  private static final ValueLayout.OfDouble CELL = ValueLayout.JAVA_DOUBLE;

  @Override
  public void run(CellKernel kernel, MemorySegment next, long from, long to) {
    for (long c = from; c < to; c++) {
      next.setAtIndex(CELL, c, kernel.at(c));
    }
  }

  @Override
  public long runMeasured(
      CellKernel kernel, MemorySegment before, MemorySegment next, long from, long to) {
    long greatest = GreatestChange.NONE;
    for (long c = from; c < to; c++) {
      final double value = kernel.at(c);
      greatest = Math.max(greatest, GreatestChange.of(before.getAtIndex(CELL, c), value));
      next.setAtIndex(CELL, c, value);
    }
    return greatest;
  }
}
