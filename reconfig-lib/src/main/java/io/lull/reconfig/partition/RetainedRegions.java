package io.lull.reconfig.partition;

import io.lull.reconfig.state.RetainedState;
import java.util.List;

/**
 * The cells of a safe point.
 *
 * @param cells of each array, retained
 */
record RetainedRegions(List<? extends PartitionedArray> arrays, List<RegionCells> cells)
    implements RetainedState {
  static RetainedRegions of(List<? extends PartitionedArray> arrays) {
    return new RetainedRegions(arrays, arrays.stream().map(PartitionedArray::retain).toList());
  }

  @Override
  public void restore() {
    for (int i = 0; i < cells.size(); i++) {
      arrays.get(i).restore(cells.get(i));
    }
  }

  @Override
  public void recycle() {
    for (int i = 0; i < cells.size(); i++) {
      arrays.get(i).recycle(cells.get(i));
    }
  }
}
