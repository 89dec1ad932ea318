package io.lull.reconfig.distribution;

import java.util.List;

/** Validates weights. */
final class Weights {
  private Weights() {}

  /**
   * @throws IllegalArgumentException when there are none, or one is not a number above zero
   */
  static void check(List<Double> weights) {
    if (weights.isEmpty()) {
      throw new IllegalArgumentException("data is divided among at least one worker");
    }
    for (final double weight : weights) {
      if (!(weight > 0) || Double.isInfinite(weight)) {
        throw new IllegalArgumentException("a worker's weight is a number above 0, not " + weight);
      }
    }
  }
}
