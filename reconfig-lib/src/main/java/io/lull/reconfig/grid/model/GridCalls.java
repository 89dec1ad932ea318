package io.lull.reconfig.grid.model;

import io.lull.reconfig.collective.CollectiveCall;
import java.util.List;

/** The calls about grids that all workers make together. */
final class GridCalls {
  static final CollectiveCall FILL =
      new CollectiveCall(CollectiveCall.FIRST_OF_MODELS, "a fill of grid ");
  static final CollectiveCall UPDATE =
      new CollectiveCall(CollectiveCall.FIRST_OF_MODELS + 1, "an update of grid ");

  /** Cells of a grid for an update of one of other extents. */
  static final CollectiveCall READ =
      new CollectiveCall(CollectiveCall.FIRST_OF_MODELS + 2, "an update that reads grid ");

  static final CollectiveCall COLLECT =
      new CollectiveCall(CollectiveCall.FIRST_OF_MODELS + 3, "the collecting of grid ");

  static final List<CollectiveCall> ALL = List.of(FILL, UPDATE, READ, COLLECT);

  private GridCalls() {}
}
