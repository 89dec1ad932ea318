package io.lull.bench;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * A figure measured several times.
 *
 * @param values in the order measured
 */
public record Sample(List<Double> values) {
  public static Sample of(double... values) {
    return new Sample(Arrays.stream(values).boxed().toList());
  }

  public double median() {
    final double[] sorted = values.stream().mapToDouble(v -> v).sorted().toArray();
    final int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** The least value that so great a part of all is not above. */
  public double percentile(double part) {
    final double[] sorted = values.stream().mapToDouble(v -> v).sorted().toArray();
    return sorted[Math.clamp((int) Math.ceil(part * sorted.length) - 1, 0, sorted.length - 1)];
  }

  public double mean() {
    return values.stream().mapToDouble(v -> v).average().orElse(Double.NaN);
  }

  public double least() {
    return Collections.min(values);
  }

  public double most() {
    return Collections.max(values);
  }

  /** Median, and from least to most. */
  public String in(String unit) {
    return String.format(Locale.ROOT, "%.3g %s (%.3g to %.3g)", median(), unit, least(), most());
  }
}
