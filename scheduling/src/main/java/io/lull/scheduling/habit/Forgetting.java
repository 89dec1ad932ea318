package io.lull.scheduling.habit;

import java.time.LocalDate;

/** The decay of observations, day by day. */
final class Forgetting {
  /** What was seen counts half as much after so long. */
  private static final double HALF_LIFE_DAYS = 28;

  private long fadedDay = Long.MIN_VALUE;

  /**
   * By what all that was seen before is to be multiplied now: 1 but for the first time in a day.
   */
  double factor(LocalDate date) {
    final long day = date.toEpochDay();
    if (day <= fadedDay) {
      return 1;
    }
    final double factor =
        fadedDay == Long.MIN_VALUE ? 1 : Math.pow(0.5, (day - fadedDay) / HALF_LIFE_DAYS);
    fadedDay = day;
    return factor;
  }
}
