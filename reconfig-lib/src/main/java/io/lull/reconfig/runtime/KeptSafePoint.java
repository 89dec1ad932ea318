package io.lull.reconfig.runtime;

import io.lull.protocol.wire.ReplicatedState;
import io.lull.reconfig.partition.PartitionedArray;
import io.lull.reconfig.partition.RegionCells;
import java.util.List;

/**
 * A worker's cells and numbers as they were at its last safe point, for the case that an owner
 * cannot wait for the next one.
 *
 * @param cells of each array, retained
 */
record KeptSafePoint(
    ReplicatedState state, List<? extends PartitionedArray> arrays, List<RegionCells> cells) {
  static KeptSafePoint of(ReplicatedState state, List<? extends PartitionedArray> arrays) {
    return new KeptSafePoint(state, arrays, arrays.stream().map(PartitionedArray::retain).toList());
  }

  long safePoint() {
    return state.getSafePoint();
  }

  /** It is needed no longer; its memory is what the next updates write to. */
  void drop() {
    for (int i = 0; i < arrays.size(); i++) {
      arrays.get(i).recycle(cells.get(i));
    }
  }

  /** The arrays' cells are those kept here again. */
  void restore() {
    for (int i = 0; i < arrays.size(); i++) {
      arrays.get(i).restore(cells.get(i));
    }
  }
}
