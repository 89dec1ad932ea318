package io.lull.reconfig.grid;

/**
 * The new value of a cell of bytes, from the values before; its low eight bits count. Called by
 * several threads at once: it reads cells and changes nothing.
 */
@FunctionalInterface
public interface ByteKernel {
  /**
   * @param cell handed on to the grids' accessors; it means nothing else
   */
  int at(long cell);
}
