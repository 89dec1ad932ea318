package io.lull.reconfig.grid;

/**
 * The new value of a cell from the values before and from where in the whole grid it is. Called by
 * several threads at once: it reads cells and changes nothing.
 */
@FunctionalInterface
public interface IndexedKernel {
  /**
   * @param cell handed on to the grids' accessors; it means nothing else
   */
  double at(long cell, long plane, long row, long column);
}
