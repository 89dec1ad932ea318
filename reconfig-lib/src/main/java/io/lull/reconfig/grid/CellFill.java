package io.lull.reconfig.grid;

/** A starting value from a cell's place in the whole grid. */
@FunctionalInterface
public interface CellFill {
  double at(long row, long column);
}
