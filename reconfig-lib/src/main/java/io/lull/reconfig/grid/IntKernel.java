package io.lull.reconfig.grid;

/**
 * The new value of a cell of ints, or of bytes, of which the low eight bits count, from the values
 * before. Called by several threads at once: it reads cells and changes nothing.
 */
@FunctionalInterface
public interface IntKernel {
  /**
   * @param cell handed on to the grids' accessors; it means nothing else
   */
  int at(long cell);
}
