package io.lull.tray.chart;

import io.lull.tray.text.Phrases;
import java.time.DayOfWeek;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The lines of a time axis: at full hours, midnights, Mondays, months, in local time. */
public final class TimeTicks {
  /** From one line to the next. */
  private enum Step {
    ONE_MINUTE(ChronoUnit.MINUTES, 1),
    FIVE_MINUTES(ChronoUnit.MINUTES, 5),
    TEN_MINUTES(ChronoUnit.MINUTES, 10),
    HALF_HOUR(ChronoUnit.MINUTES, 30),
    HOUR(ChronoUnit.HOURS, 1),
    THREE_HOURS(ChronoUnit.HOURS, 3),
    SIX_HOURS(ChronoUnit.HOURS, 6),
    DAY(ChronoUnit.DAYS, 1),
    WEEK(ChronoUnit.WEEKS, 1),
    MONTH(ChronoUnit.MONTHS, 1),
    QUARTER(ChronoUnit.MONTHS, 3);

    private final ChronoUnit unit;
    private final int count;

    Step(ChronoUnit unit, int count) {
      this.unit = unit;
      this.count = count;
    }

    long millis() {
      return unit.getDuration().toMillis() * count;
    }

    ZonedDateTime first(ZonedDateTime after) {
      return switch (unit) {
        case MINUTES -> after.truncatedTo(ChronoUnit.HOURS);
        case HOURS -> after.truncatedTo(ChronoUnit.DAYS);
        case DAYS -> after.truncatedTo(ChronoUnit.DAYS);
        case WEEKS ->
            after
                .truncatedTo(ChronoUnit.DAYS)
                .with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
        default -> after.truncatedTo(ChronoUnit.DAYS).withDayOfYear(1);
      };
    }

    /** On days on which clocks change, hours are counted from midnight again. */
    ZonedDateTime next(ZonedDateTime line) {
      if (unit == ChronoUnit.HOURS) {
        final int hour = (line.getHour() / count + 1) * count;
        final ZonedDateTime day = line.truncatedTo(ChronoUnit.DAYS);
        final ZonedDateTime next = hour < 24 ? day.withHour(hour) : day.plusDays(1);
        return next.isAfter(line) ? next : line.plusHours(count);
      }
      return line.plus(count, unit);
    }
  }

  private TimeTicks() {}

  /**
   * @param most number of lines that fit
   * @param phrases format the labels
   */
  public static List<Tick> of(Span span, Phrases phrases, int most) {
    final Step step = step(span, most);
    final List<Tick> ticks = new ArrayList<>();
    final ZonedDateTime end = phrases.local(span.untilMillis());
    ZonedDateTime line = step.first(phrases.local(span.fromMillis()));
    while (line.isBefore(end)) {
      final long at = line.toInstant().toEpochMilli();
      if (at >= span.fromMillis()) {
        ticks.add(new Tick(at, label(step, line, phrases), strong(step, line)));
      }
      line = step.next(line);
    }
    return ticks;
  }

  private static Step step(Span span, int most) {
    for (final Step step : Step.values()) {
      if (span.lengthMillis() <= step.millis() * Math.max(1, most)) {
        return step;
      }
    }
    return Step.QUARTER;
  }

  private static boolean midnight(ZonedDateTime line) {
    return line.getHour() == 0 && line.getMinute() == 0;
  }

  private static boolean strong(Step step, ZonedDateTime line) {
    return switch (step.unit) {
      case MINUTES, HOURS -> midnight(line);
      case DAYS -> line.getDayOfWeek() == DayOfWeek.MONDAY;
      case WEEKS -> line.getDayOfMonth() <= 7;
      default -> line.getMonthValue() == 1;
    };
  }

  private static String label(Step step, ZonedDateTime line, Phrases phrases) {
    final Locale locale = phrases.texts().locale();
    return switch (step.unit) {
      case MINUTES, HOURS ->
          midnight(line) ? phrases.dayOfWeek(line) : phrases.time(line.toInstant().toEpochMilli());
      case DAYS -> phrases.dayOfWeek(line);
      case WEEKS -> phrases.day(line);
      default -> say(line.getMonthValue() == 1 ? "yyyy" : "LLL", line, locale);
    };
  }

  private static String say(String pattern, ZonedDateTime line, Locale locale) {
    return DateTimeFormatter.ofPattern(pattern, locale).format(line);
  }
}
