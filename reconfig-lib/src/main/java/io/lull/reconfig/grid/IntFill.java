package io.lull.reconfig.grid;

/** A starting value from a cell's place in the whole grid; of a byte the low eight bits count. */
@FunctionalInterface
public interface IntFill {
  int at(long row, long column);
}
