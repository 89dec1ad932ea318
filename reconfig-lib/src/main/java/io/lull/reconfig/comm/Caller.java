package io.lull.reconfig.comm;

import io.lull.reconfig.grid.Grid;

/** The program whose calls a group carries; of grids without one, the first call's. */
@FunctionalInterface
public interface Caller {
  /** A grid's place among the declared. */
  int indexOf(Grid grid);

  /** As people know it. */
  default String gridName(int index) {
    return "number " + index;
  }

  /** Iterations that are behind. */
  default long iteration() {
    return 0;
  }

  /** Safe points that are behind. */
  default long safePoint() {
    return 0;
  }
}
