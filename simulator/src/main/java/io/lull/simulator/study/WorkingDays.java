package io.lull.simulator.study;

import io.lull.simulator.trace.TimeSpan;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;

/** The hours of weekdays in which offices are used: 08:00 to 20:00. */
public final class WorkingDays {
  public static final Duration BEGIN = Duration.ofHours(8);
  public static final Duration END = Duration.ofHours(20);

  private WorkingDays() {}

  /**
   * Those that lie in a trace as a whole, in the order of time, by the clocks of the place: days of
   * 23 and 25 hours have the same working hours as others.
   *
   * @param begin when the trace begins
   */
  public static List<TimeSpan> of(long traceMillis, ZonedDateTime begin) {
    final List<TimeSpan> days = new ArrayList<>();
    LocalDate date = begin.toLocalDate();
    for (TimeSpan day = hours(date, begin);
        day.toMillis() <= traceMillis;
        day = hours(date, begin)) {
      final DayOfWeek which = date.getDayOfWeek();
      if (day.fromMillis() >= 0 && which != DayOfWeek.SATURDAY && which != DayOfWeek.SUNDAY) {
        days.add(day);
      }
      date = date.plusDays(1);
    }
    return days;
  }

  private static TimeSpan hours(LocalDate date, ZonedDateTime begin) {
    return new TimeSpan(millis(date, BEGIN, begin), millis(date, END, begin));
  }

  private static long millis(LocalDate date, Duration clock, ZonedDateTime begin) {
    final ZonedDateTime at =
        date.atTime(LocalTime.ofSecondOfDay(clock.toSeconds())).atZone(begin.getZone());
    return Duration.between(begin, at).toMillis();
  }
}
