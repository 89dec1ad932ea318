package io.lull.reconfig.grid;

/** A starting value from a cell's place in the whole grid; its low eight bits count. */
@FunctionalInterface
public interface ByteFill {
  int at(long row, long column);
}
