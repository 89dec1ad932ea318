package io.lull.scheduling.adapt;

import java.util.Arrays;
import java.util.List;

/**
 * A time, or another positive amount, that is not known exactly: log-normal, as times of processes,
 * disks and networks mostly are.
 *
 * @param median greater than 0; as likely to be exceeded as not
 * @param deviation of its logarithm: 0 when it is certain
 */
public record TimeEstimate(double median, double deviation) {
  /** So many standard deviations of a normal distribution are exceeded in 1 of 10 cases. */
  static final double NINE_OF_TEN = 1.2816;

  /** No measurement of a running system is more certain than this. */
  private static final double LEAST_DEVIATION = 0.1;

  /** Of fewer measurements the deviation is not known. */
  private static final int FEW = 5;

  private static final double DEVIATION_OF_FEW = 0.5;

  /** Makes the standard deviation of the median absolute deviation, for normal noise. */
  private static final double DEVIATION_OF_MEDIAN = 1.4826;

  /**
   * @throws IllegalArgumentException unless it is positive, finite and no less than certain
   */
  public TimeEstimate {
    if (!(median > 0) || !(deviation >= 0) || !Double.isFinite(median + deviation)) {
      throw new IllegalArgumentException(
          "an estimate is positive: not " + median + " with a deviation of " + deviation);
    }
  }

  /**
   * An assumption.
   *
   * @param factor it is hardly ever more than so many times as much, or less than so little: two
   *     standard deviations
   */
  public static TimeEstimate about(double median, double factor) {
    return new TimeEstimate(median, Math.log(factor) / 2);
  }

  /**
   * What follows from measurements of the same, by the rule of Bayes for normal logarithms: the
   * vaguer this estimate and the more measurements there are, the more these count. They are
   * reduced to their median, so that one of several that is wrong by any factor changes little.
   *
   * @param measured positive; others are ignored
   */
  public TimeEstimate refined(List<Double> measured) {
    final double[] logs =
        measured.stream()
            .filter(each -> each > 0 && Double.isFinite(each))
            .mapToDouble(Math::log)
            .sorted()
            .toArray();
    if (logs.length == 0) {
      return this;
    }
    final double middle = middle(logs);
    final double[] distances = new double[logs.length];
    for (int i = 0; i < logs.length; i++) {
      distances[i] = Math.abs(logs[i] - middle);
    }
    Arrays.sort(distances);
    final double spread =
        logs.length < FEW
            ? DEVIATION_OF_FEW
            : Math.max(LEAST_DEVIATION, DEVIATION_OF_MEDIAN * middle(distances))
                * ofFew(logs.length);
    final double before = 1 / (deviation * deviation + Double.MIN_NORMAL);
    final double now = logs.length / (spread * spread);
    return new TimeEstimate(
        Math.exp((before * Math.log(median) + now * middle) / (before + now)),
        Math.sqrt(1 / (before + now) + spread * spread));
  }

  /**
   * How much wider a range of 8 in 10 is since its width is estimated from so few: the first term
   * of the expansion of Student's t (R. Fisher and E. Cornish, 1960).
   */
  private static double ofFew(int measurements) {
    return 1 + (NINE_OF_TEN * NINE_OF_TEN + 1) / (4.0 * (measurements - 1));
  }

  /** Its expected value, which is more than its median. */
  public double mean() {
    return median * Math.exp(deviation * deviation / 2);
  }

  /**
   * @param deviations of its logarithm above the median
   */
  public double quantile(double deviations) {
    return median * Math.exp(deviations * deviation);
  }

  /** Its standard deviation. */
  public double spread() {
    return mean() * Math.sqrt(Math.expm1(deviation * deviation));
  }

  private static double middle(double[] sorted) {
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }
}
