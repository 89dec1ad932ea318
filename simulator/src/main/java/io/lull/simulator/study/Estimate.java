package io.lull.simulator.study;

import java.util.List;

/**
 * A mean of days.
 *
 * @param mean of all
 * @param margin to either side of it lies the mean of many more such days, with 95 % confidence, if
 *     days are independent; 0 for one day alone
 */
public record Estimate(double mean, double margin) {
  /** Quantiles of Student's distribution at 97.5 %, for 1 to 30 degrees of freedom. */
  private static final double[] STUDENT = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056,
    2.052, 2.048, 2.045, 2.042
  };

  private static final double NORMAL = 1.960;

  static Estimate of(List<Double> days) {
    final int n = days.size();
    final double mean = days.stream().mapToDouble(Double::doubleValue).sum() / n;
    if (n < 2) {
      return new Estimate(mean, 0);
    }
    final double variance =
        days.stream().mapToDouble(day -> Math.pow(day - mean, 2)).sum() / (n - 1);
    final double quantile = n - 1 <= STUDENT.length ? STUDENT[n - 2] : NORMAL;
    return new Estimate(mean, quantile * Math.sqrt(variance / n));
  }
}
