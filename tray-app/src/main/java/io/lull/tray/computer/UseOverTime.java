package io.lull.tray.computer;

import io.lull.protocol.wire.OwnerDay;
import io.lull.protocol.wire.OwnerHistory;
import io.lull.protocol.wire.OwnerSpan;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The computer's use today and on each day of this month.
 *
 * @param today spans, the oldest first
 * @param todaySeconds in total, of each use
 * @param month a day each, from the first to the last of the month
 * @param monthSeconds in total, of each use
 */
public record UseOverTime(
    List<Span> today,
    Map<ComputerUse, Double> todaySeconds,
    List<Day> month,
    Map<ComputerUse, Double> monthSeconds) {
  private static final double DAY_SECONDS = 24 * 3600;

  static final UseOverTime NOTHING = new UseOverTime(List.of(), Map.of(), List.of(), Map.of());

  public UseOverTime {
    today = List.copyOf(today);
    todaySeconds = Map.copyOf(todaySeconds);
    month = List.copyOf(month);
    monthSeconds = Map.copyOf(monthSeconds);
  }

  /**
   * A part of today.
   *
   * @param from its start, from 0 to 1
   */
  public record Span(double from, double until, ComputerUse use) {}

  /**
   * A day of the month.
   *
   * @param shares of its 24 hours; unused uses are missing
   */
  public record Day(LocalDate date, Map<ComputerUse, Double> shares) {
    public Day {
      shares = Map.copyOf(shares);
    }
  }

  static UseOverTime of(OwnerHistory history, LocalDate today, ZoneId zone) {
    final List<Span> spans = spans(history, today, zone);
    final long length = millis(today.plusDays(1), zone) - millis(today, zone);
    final Map<ComputerUse, Double> todaySeconds = new EnumMap<>(ComputerUse.class);
    spans.forEach(span ->
        todaySeconds.merge(span.use(), (span.until() - span.from()) * length / 1000, Double::sum));
    final Map<LocalDate, Map<ComputerUse, Double>> known = new HashMap<>();
    final Map<ComputerUse, Double> monthSeconds = new EnumMap<>(ComputerUse.class);
    for (final OwnerDay day : history.getDaysList()) {
      final LocalDate date = LocalDate.ofEpochDay(day.getEpochDay());
      if (date.getMonth() == today.getMonth() && date.getYear() == today.getYear()) {
        final Map<ComputerUse, Double> shares = new EnumMap<>(ComputerUse.class);
        seconds(day)
            .forEach((use, seconds) -> {
              if (seconds > 0) {
                shares.put(use, Math.min(1, seconds / DAY_SECONDS));
                monthSeconds.merge(use, seconds, Double::sum);
              }
            });
        known.put(date, shares);
      }
    }
    final List<Day> month =
        today
            .withDayOfMonth(1)
            .datesUntil(today.withDayOfMonth(1).plusMonths(1))
            .map(date -> new Day(date, known.getOrDefault(date, Map.of())))
            .toList();
    return new UseOverTime(spans, todaySeconds, month, monthSeconds);
  }

  private static Map<ComputerUse, Double> seconds(OwnerDay day) {
    return Map.of(
        ComputerUse.OWNER,
        day.getOwnerSeconds(),
        ComputerUse.IDLE,
        day.getIdleSeconds(),
        ComputerUse.GUEST,
        day.getGuestSeconds());
  }

  private static List<Span> spans(OwnerHistory history, LocalDate today, ZoneId zone) {
    final long begin = millis(today, zone);
    final double length = millis(today.plusDays(1), zone) - begin;
    final List<Span> spans = new ArrayList<>();
    for (final OwnerSpan span : history.getSpansList()) {
      final double from = Math.clamp((span.getFromEpochMillis() - begin) / length, 0, 1);
      final double until = Math.clamp((span.getUntilEpochMillis() - begin) / length, 0, 1);
      if (until > from) {
        spans.add(new Span(from, until, ComputerUse.of(span.getUse())));
      }
    }
    return spans;
  }

  private static long millis(LocalDate day, ZoneId zone) {
    return day.atStartOfDay(zone).toInstant().toEpochMilli();
  }
}
