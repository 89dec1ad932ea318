package io.lull.reconfig.grid;

/**
 * The new value of a cell from its own and another grid's values before. Called by several threads
 * at once: it reads cells and changes nothing.
 */
@FunctionalInterface
public interface PlaceKernel {
  /**
   * @param before the cell's value
   * @param other the cells of the other grid that its footprint has
   */
  double at(double before, DoubleView other, long plane, long row, long column);
}
