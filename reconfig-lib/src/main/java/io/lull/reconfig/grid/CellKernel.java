package io.lull.reconfig.grid;

/**
 * The new value of a cell, from the values before: an expression over {@link DoubleGrid#at(long)}
 * and its neighbours. Called by several threads at once: it reads cells and changes nothing.
 */
@FunctionalInterface
public interface CellKernel {
  /**
   * @param cell handed on to the grids' accessors; it means nothing else
   */
  double at(long cell);
}
