package io.lull.reconfig.grid;

/**
 * The new values of a row from its values before. Called by several threads at once, for different
 * rows: it changes nothing but the array that it is given.
 */
@FunctionalInterface
public interface RowKernel {
  /**
   * @param row in the whole grid
   * @param cells the area's cells of that row as they are; when this returns, as they are to be
   */
  void update(long row, double[] cells);
}
