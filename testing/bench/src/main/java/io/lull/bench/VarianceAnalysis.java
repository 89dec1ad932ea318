package io.lull.bench;

import java.util.List;

/**
 * One-factor analysis of variance: whether the means of several groups of observations differ more
 * than chance explains (R. Jain, <i>The Art of Computer Systems Performance Analysis</i>, 1991,
 * chapter 20).
 *
 * @param f the variance between groups by that within them
 * @param between degrees of freedom between groups
 * @param within degrees of freedom within groups
 */
public record VarianceAnalysis(double f, int between, int within) {
  private static final int MOST_TERMS = 500;
  private static final double PRECISE = 1e-14;
  private static final double TINY = 1e-300;

  /** Coefficients for the logarithm of the gamma function (C. Lanczos, 1964). */
  private static final double[] LANCZOS = {
    676.5203681218851,
    -1259.1392167224028,
    771.3234287776531,
    -176.6150291621406,
    12.507343278686905,
    -0.13857109526572012,
    9.984369578019572e-6,
    1.5056327351493116e-7
  };

  private static final double LANCZOS_G = 7;

  /**
   * @param groups of at least two observations each
   */
  public static VarianceAnalysis of(List<Sample> groups) {
    final int all = groups.stream().mapToInt(group -> group.values().size()).sum();
    final double mean =
        groups.stream().flatMap(group -> group.values().stream()).mapToDouble(v -> v).sum() / all;
    double between = 0;
    double within = 0;
    for (final Sample group : groups) {
      final double own = group.mean();
      between += group.values().size() * (own - mean) * (own - mean);
      within += group.values().stream().mapToDouble(v -> (v - own) * (v - own)).sum();
    }
    final int betweenDegrees = groups.size() - 1;
    final int withinDegrees = all - groups.size();
    return new VarianceAnalysis(
        between / betweenDegrees / (within / withinDegrees), betweenDegrees, withinDegrees);
  }

  /** How likely so great a quotient is if all groups have the same mean. */
  public double probability() {
    if (Double.isNaN(f)) {
      return 1;
    }
    if (Double.isInfinite(f)) {
      return 0;
    }
    return beta(within / (within + between * f), within / 2.0, between / 2.0);
  }

  /** The regularised incomplete beta function (Abramowitz and Stegun, 26.5.8). */
  private static double beta(double x, double a, double b) {
    if (x <= 0 || x >= 1) {
      return x <= 0 ? 0 : 1;
    }
    final double front =
        Math.exp(
            logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
    return x < (a + 1) / (a + b + 2)
        ? front * fraction(x, a, b) / a
        : 1 - front * fraction(1 - x, b, a) / b;
  }

  /** Its continued fraction, by the method of Lentz. */
  private static double fraction(double x, double a, double b) {
    double c = 1;
    double d = reciprocal(1 - (a + b) * x / (a + 1));
    double value = d;
    for (int m = 1; m <= MOST_TERMS; m++) {
      final double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
      d = reciprocal(1 + even * d);
      c = away(1 + even / c);
      value *= d * c;
      final double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
      d = reciprocal(1 + odd * d);
      c = away(1 + odd / c);
      final double step = d * c;
      value *= step;
      if (Math.abs(step - 1) < PRECISE) {
        break;
      }
    }
    return value;
  }

  private static double reciprocal(double value) {
    return 1 / away(value);
  }

  private static double away(double value) {
    return Math.abs(value) < TINY ? TINY : value;
  }

  private static double logGamma(double x) {
    final double y = x - 1;
    double sum = 0.9999999999998099;
    for (int i = 0; i < LANCZOS.length; i++) {
      sum += LANCZOS[i] / (y + i + 1);
    }
    final double t = y + LANCZOS_G + 0.5;
    return 0.5 * Math.log(2 * Math.PI) + (y + 0.5) * Math.log(t) - t + Math.log(sum);
  }
}
