package io.lull.reconfig.grid;

/**
 * The new value of a cell of longs, from the values before. Called by several threads at once: it
 * reads cells and changes nothing.
 */
@FunctionalInterface
public interface LongKernel {
  /**
   * @param cell handed on to the grids' accessors; it means nothing else
   */
  long at(long cell);
}
