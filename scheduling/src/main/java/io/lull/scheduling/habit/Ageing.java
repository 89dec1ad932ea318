package io.lull.scheduling.habit;

import java.time.LocalDate;

/**
 * Estimates how much less likely owners are to return the longer they have been away, from all
 * nodes together: of each age of an absence, how often owners did come back, for how often the
 * hours of their weeks alone would have had it. What is older counts less.
 */
public final class Ageing {
  /** In hours, where one age ends and the next begins; the last does not end. */
  private static final double[] ENDS = {0.25, 0.5, 1, 2, 4, 8, 16, Double.POSITIVE_INFINITY};

  /** So many returns have to be seen before an age is half believed to be unlike the others. */
  private static final double PRIOR_RETURNS = 5;

  private final double[] seen = new double[ENDS.length];
  private final double[] expected = new double[ENDS.length];
  private final Forgetting forgetting = new Forgetting();

  /** For so many hours more it is of the same age. */
  static double hoursLeft(double ageHours) {
    return ENDS[age(ageHours)] - ageHours;
  }

  private static int age(double ageHours) {
    int age = 0;
    while (ageHours >= ENDS[age]) {
      age++;
    }
    return age;
  }

  void back(double ageHours, LocalDate day) {
    forget(day);
    seen[age(ageHours)]++;
  }

  /**
   * An owner was away.
   *
   * @param returns how many would have been expected in that time
   */
  void away(double ageHours, double returns, LocalDate day) {
    forget(day);
    expected[age(ageHours)] += returns;
  }

  private void forget(LocalDate day) {
    final double factor = forgetting.factor(day);
    for (int age = 0; factor < 1 && age < ENDS.length; age++) {
      seen[age] *= factor;
      expected[age] *= factor;
    }
  }

  /** By what the rate of an hour is to be multiplied. */
  double factor(double ageHours) {
    final int age = age(ageHours);
    return (seen[age] + PRIOR_RETURNS) / (expected[age] + PRIOR_RETURNS);
  }
}
