package io.lull.reconfig.grid;

/**
 * A starting value from a cell's place in the whole grid of three dimensions; of a byte the low
 * eight bits count.
 */
@FunctionalInterface
public interface IntBoxFill {
  int at(long plane, long row, long column);
}
