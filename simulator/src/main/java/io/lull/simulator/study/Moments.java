package io.lull.simulator.study;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Of a quantity.
 *
 * @param cv the standard deviation as a part of the mean
 */
public record Moments(double mean, double cv, double min, double max) {
  static Moments of(List<Double> values) {
    return of(values, values.stream().map(_ -> 1.0).toList());
  }

  /**
   * @param weights of each value, such as the time for which it was so
   */
  static Moments of(List<Double> values, List<Double> weights) {
    final double all = weights.stream().mapToDouble(Double::doubleValue).sum();
    if (all == 0) {
      return new Moments(0, 0, 0, 0);
    }
    final double mean =
        IntStream.range(0, values.size()).mapToDouble(i -> weights.get(i) * values.get(i)).sum()
            / all;
    final double variance =
        IntStream.range(0, values.size())
                .mapToDouble(i -> weights.get(i) * Math.pow(values.get(i) - mean, 2))
                .sum()
            / all;
    return new Moments(
        mean,
        mean == 0 ? 0 : Math.sqrt(variance) / mean,
        values.stream().mapToDouble(Double::doubleValue).min().orElse(0),
        values.stream().mapToDouble(Double::doubleValue).max().orElse(0));
  }
}
