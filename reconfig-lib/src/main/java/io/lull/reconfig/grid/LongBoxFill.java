package io.lull.reconfig.grid;

/** A starting value from a cell's place in the whole grid; of fewer dimensions the first are 0. */
@FunctionalInterface
public interface LongBoxFill {
  long at(long plane, long row, long column);
}
