package io.lull.reconfig.distribution;

import java.util.List;

/**
 * One cut of a box between some workers and the others.
 *
 * @param at the first index of the upper part
 * @param lost elements that are held on the other side of the cut than their worker is to be on
 * @param lowLeft at least lost by further cuts of the lower part
 * @param highLeft at least lost by further cuts of the upper part
 * @param uneven how far the cut is from the weights' proportion, as a part of the box
 */
record Cut(
    int dimension,
    long at,
    List<PartitionShare> lower,
    List<PartitionShare> upper,
    long lost,
    long lowLeft,
    long highLeft,
    double uneven) {

  /** At least lost by this cut and all below it. */
  long promise() {
    return lost + lowLeft + highLeft;
  }

  Bounds low(Bounds box) {
    return box.part(dimension, box.from(dimension), at);
  }

  Bounds high(Bounds box) {
    return box.part(dimension, at, box.to(dimension));
  }
}
