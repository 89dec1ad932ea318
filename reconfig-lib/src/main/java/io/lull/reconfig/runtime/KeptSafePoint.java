package io.lull.reconfig.runtime;

import io.lull.protocol.wire.ReplicatedState;
import io.lull.reconfig.grid.Cells;
import io.lull.reconfig.grid.Grid;
import java.util.ArrayList;
import java.util.List;

/**
 * A worker's cells and numbers as they were at its last safe point, for the case that an owner
 * cannot wait for the next one. Nothing is copied: updates write elsewhere.
 *
 * @param cells of each grid, held
 */
record KeptSafePoint(ReplicatedState state, List<Cells> cells) {
  static KeptSafePoint of(ReplicatedState state, List<Grid> grids) {
    final List<Cells> cells = new ArrayList<>();
    grids.forEach(grid -> cells.add(Cells.retained(grid)));
    return new KeptSafePoint(state, cells);
  }

  long safePoint() {
    return state.getSafePoint();
  }

  /** It is needed no longer; its memory is what the next updates write to. */
  void drop() {
    cells.forEach(Cells::giveBack);
  }

  /** The grids' cells are those kept here again. */
  void restore() {
    cells.forEach(Cells::restore);
  }
}
