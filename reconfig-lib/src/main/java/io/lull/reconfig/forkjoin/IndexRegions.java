package io.lull.reconfig.forkjoin;

import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Shape;

/** Boxes of an array that are cut along its first dimension, as ranges of its indices. */
record IndexRegions(Shape shape) {
  private int dimensions() {
    return shape.extents().dimensions();
  }

  /** The indices of a box, where they lie. */
  IndexRange range(Region region) {
    if (region.isEmpty()) {
      return IndexRange.NONE;
    }
    return switch (dimensions()) {
      case 1 -> new IndexRange(region.columnFrom(), region.columnTo());
      case 2 -> new IndexRange(region.rowFrom(), region.rowTo());
      default -> new IndexRange(region.planeFrom(), region.planeTo());
    };
  }

  /** The indices from one to before another, with all that belongs to them. */
  Region slice(long from, long to) {
    final Region all = shape.all();
    return switch (dimensions()) {
      case 1 -> new Region(0, 1, 0, 1, from, to);
      case 2 -> new Region(0, 1, from, to, 0, all.columnTo());
      default -> new Region(from, to, 0, all.rowTo(), 0, all.columnTo());
    };
  }
}
