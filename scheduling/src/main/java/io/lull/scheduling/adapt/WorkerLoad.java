package io.lull.scheduling.adapt;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * How long one worker computed, in equal stretches of a program's work.
 *
 * @param share the part of all data that it has, greater than 0
 * @param computingSeconds between two safe points, waiting left out: one mean for each window of
 *     measurement, the newest last, each greater than 0
 */
public record WorkerLoad(double share, List<Double> computingSeconds) {
  /** Makes the standard deviation of the median absolute deviation, for normal noise. */
  private static final double DEVIATION_OF_MEDIAN = 1.4826;

  /**
   * @throws IllegalArgumentException when a number is not positive, or nothing was measured
   */
  public WorkerLoad {
    computingSeconds = List.copyOf(computingSeconds);
    if (!positive(share)
        || computingSeconds.isEmpty()
        || !computingSeconds.stream().allMatch(WorkerLoad::positive)) {
      throw new IllegalArgumentException(
          "a worker's load is made of positive numbers, not " + share + ", " + computingSeconds);
    }
  }

  private static boolean positive(double number) {
    return number > 0 && Double.isFinite(number);
  }

  /** The median: one window in which the machine did something else changes nothing. */
  double seconds() {
    return median(computingSeconds);
  }

  double newestSeconds() {
    return computingSeconds.getLast();
  }

  /** The share of all data that it works through in a second. */
  double speed() {
    return share / seconds();
  }

  /** By how much its windows differ, relative to their median: a robust standard deviation. */
  double noise() {
    final double middle = seconds();
    return DEVIATION_OF_MEDIAN
        * median(computingSeconds.stream().map(each -> Math.abs(each - middle)).toList())
        / middle;
  }

  private static double median(List<Double> numbers) {
    final List<Double> sorted = new ArrayList<>(numbers);
    Collections.sort(sorted);
    final int n = sorted.size();
    return (sorted.get((n - 1) / 2) + sorted.get(n / 2)) / 2;
  }
}
