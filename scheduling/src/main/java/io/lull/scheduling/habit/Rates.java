package io.lull.scheduling.habit;

import static io.lull.scheduling.habit.NodeHabit.HOURS_A_DAY;
import static io.lull.scheduling.habit.NodeHabit.HOURS_A_WEEK;

/** The rate at which one node's owner returns, per hour away, by the hour of the week. */
final class Rates {
  /** Monday to Friday. */
  private static final int WORKDAYS = 5;

  private static final int DAYS = 7;

  /** What goes before counts as much as so many hours that were seen. */
  private static final double PRIOR_HOURS = 3;

  /** Where nothing was seen, owners come back after so many hours, on average. */
  private static final double USUAL_HOURS = 4;

  private final float[] awayHours;
  private final float[] returns;
  private final double[] ofDays = new double[2 * HOURS_A_DAY];
  private final double all;
  private final double hours;

  /**
   * @param awayHours by hour of the week
   * @param returns by hour of the week
   */
  Rates(float[] awayHours, float[] returns) {
    this.awayHours = awayHours;
    this.returns = returns;
    double sumOfHours = 0;
    double sumOfReturns = 0;
    for (int h = 0; h < HOURS_A_WEEK; h++) {
      sumOfHours += awayHours[h];
      sumOfReturns += returns[h];
    }
    this.hours = sumOfHours;
    this.all = shrunk(sumOfReturns, sumOfHours, 1 / USUAL_HOURS);
  }

  /** For how long the owner was away, all in all. */
  double hours() {
    return hours;
  }

  double of(int hour) {
    final double day = ofDays(hour / HOURS_A_DAY >= WORKDAYS, hour % HOURS_A_DAY);
    return shrunk(returns[hour], awayHours[hour], day);
  }

  /** The same hour of all working days, or of the weekend's. */
  private double ofDays(boolean weekend, int hour) {
    final int place = hour + (weekend ? HOURS_A_DAY : 0);
    if (ofDays[place] == 0) {
      double sumOfHours = 0;
      double sumOfReturns = 0;
      for (int day = weekend ? WORKDAYS : 0; day < (weekend ? DAYS : WORKDAYS); day++) {
        sumOfHours += awayHours[day * HOURS_A_DAY + hour];
        sumOfReturns += returns[day * HOURS_A_DAY + hour];
      }
      ofDays[place] = shrunk(sumOfReturns, sumOfHours, all);
    }
    return ofDays[place];
  }

  private static double shrunk(double times, double hours, double prior) {
    return (times + PRIOR_HOURS * prior) / (hours + PRIOR_HOURS);
  }
}
