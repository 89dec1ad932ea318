package io.lull.simulator.study;

import io.lull.simulator.trace.TimeSpan;
import java.time.DayOfWeek;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The hours of weekdays in which offices are used: 08:00 to 20:00. */
public final class WorkingDays {
  public static final Duration BEGIN = Duration.ofHours(8);
  public static final Duration END = Duration.ofHours(20);
  private static final long DAY_MILLIS = Duration.ofDays(1).toMillis();
  private static final int WEEK = 7;

  private WorkingDays() {}

  /**
   * Those that lie in a trace as a whole, in the order of time.
   *
   * @param first the day on which the trace begins, at midnight
   */
  public static List<TimeSpan> of(long traceMillis, DayOfWeek first) {
    final List<TimeSpan> days = new ArrayList<>();
    for (long day = 0; day * DAY_MILLIS + END.toMillis() <= traceMillis; day++) {
      final DayOfWeek which = first.plus(day % WEEK);
      if (which != DayOfWeek.SATURDAY && which != DayOfWeek.SUNDAY) {
        days.add(
            new TimeSpan(day * DAY_MILLIS + BEGIN.toMillis(), day * DAY_MILLIS + END.toMillis()));
      }
    }
    return days;
  }
}
