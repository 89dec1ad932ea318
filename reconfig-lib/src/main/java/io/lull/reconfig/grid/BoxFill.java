package io.lull.reconfig.grid;

/** A starting value from a cell's place in the whole grid of three dimensions. */
@FunctionalInterface
public interface BoxFill {
  double at(long plane, long row, long column);
}
