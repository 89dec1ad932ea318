package io.lull.reconfig.grid;

/**
 * The new value of a cell, from the values before: an expression over {@link DoubleGrid#at(int)}
 * and its neighbours.
 */
@FunctionalInterface
public interface CellKernel {
  /**
   * @param cell handed on to the grids' accessors; it means nothing else
   */
  double at(int cell);
}
