package io.lull.simulator.study;

import io.lull.simulator.trace.OfferCursor;
import io.lull.simulator.trace.OfferSource;
import io.lull.simulator.trace.OfferTimes;
import io.lull.simulator.trace.TimeSpan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How many machines are offered, and for how long they are idle and busy: table 1 and figure 1 of
 * the study.
 *
 * @param available machines at a time
 * @param idleMinutes lengths of intervals in which a machine was idle
 * @param busyMinutes lengths of intervals in which it was not
 * @param minutes of the day, for which the following lists say how many were available
 * @param mean of all days
 * @param typical the day that is nearest to the mean of all
 */
public record AvailabilityOverDay(
    Moments available,
    Moments idleMinutes,
    Moments busyMinutes,
    List<Integer> minutes,
    List<Double> mean,
    List<Integer> least,
    List<Integer> most,
    List<Integer> typical) {
  private static final Duration STEP = Duration.ofMinutes(5);
  private static final double MINUTE_MILLIS = 60_000;

  static AvailabilityOverDay of(OfferTimes offers, OfferSource calendar, List<TimeSpan> days) {
    final List<Double> counts = new ArrayList<>();
    final List<Double> lasting = new ArrayList<>();
    final List<List<Integer>> byDay = new ArrayList<>();
    for (final TimeSpan day : days) {
      final OfferCursor cursor = calendar.from(day.fromMillis());
      long at = day.fromMillis();
      while (at < day.toMillis()) {
        final long next = Math.min(cursor.nextMillis(), day.toMillis());
        counts.add((double) cursor.offered());
        lasting.add((double) (next - at));
        at = next;
        cursor.advance(at);
      }
      byDay.add(overDay(calendar, day));
    }
    final int steps = byDay.getFirst().size();
    final List<Double> mean = new ArrayList<>();
    final List<Integer> least = new ArrayList<>();
    final List<Integer> most = new ArrayList<>();
    for (int i = 0; i < steps; i++) {
      final int step = i;
      mean.add(byDay.stream().mapToInt(day -> day.get(step)).average().orElseThrow());
      least.add(byDay.stream().mapToInt(day -> day.get(step)).min().orElseThrow());
      most.add(byDay.stream().mapToInt(day -> day.get(step)).max().orElseThrow());
    }
    return new AvailabilityOverDay(
        Moments.of(counts, lasting),
        Moments.of(idle(offers, days)),
        Moments.of(busy(offers, days)),
        IntStream.range(0, steps).map(i -> minute(i)).boxed().toList(),
        mean,
        least,
        most,
        byDay.stream().min(Comparator.comparingDouble(day -> distance(day, mean))).orElseThrow());
  }

  private static int minute(int step) {
    return (int) WorkingDays.BEGIN.plus(STEP.multipliedBy(step)).toMinutes();
  }

  private static List<Integer> overDay(OfferSource calendar, TimeSpan day) {
    final OfferCursor cursor = calendar.from(day.fromMillis());
    final List<Integer> counts = new ArrayList<>();
    for (long at = day.fromMillis(); at <= day.toMillis(); at += STEP.toMillis()) {
      cursor.advance(at);
      counts.add(cursor.offered());
    }
    return counts;
  }

  private static double distance(List<Integer> day, List<Double> mean) {
    return IntStream.range(0, mean.size())
        .mapToDouble(i -> Math.pow(day.get(i) - mean.get(i), 2))
        .sum();
  }

  private static List<Double> idle(OfferTimes offers, List<TimeSpan> days) {
    final List<Double> minutes = new ArrayList<>();
    for (final List<TimeSpan> spans : offers.idle().values()) {
      for (final TimeSpan day : days) {
        for (final TimeSpan span : spans) {
          add(minutes, day.shared(span.fromMillis(), span.toMillis()));
        }
      }
    }
    return minutes;
  }

  private static List<Double> busy(OfferTimes offers, List<TimeSpan> days) {
    final List<Double> minutes = new ArrayList<>();
    for (final List<TimeSpan> spans : offers.idle().values()) {
      for (final TimeSpan day : days) {
        long from = 0;
        for (final TimeSpan span : spans) {
          add(minutes, day.shared(from, Math.max(from, span.fromMillis())));
          from = span.toMillis();
        }
        add(minutes, day.shared(from, Math.max(from, offers.endMillis())));
      }
    }
    return minutes;
  }

  private static void add(List<Double> minutes, long millis) {
    if (millis > 0) {
      minutes.add(millis / MINUTE_MILLIS);
    }
  }
}
