package io.lull.agent.record;

import io.lull.protocol.wire.OwnerDay;
import io.lull.protocol.wire.OwnerHistory;
import io.lull.protocol.wire.OwnerSpan;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.TreeMap;

/**
 * The computer's use: exact spans for the last two days, and sums per day for {@link #MAX_DAYS}
 * days. Not safe for several threads.
 */
final class UsageHistory {
  /** The limit on exact spans; more frequent changes drop the oldest spans earlier. */
  static final int MAX_SPANS = 1000;

  static final int MAX_DAYS = 400;
  private static final Duration EXACTLY = Duration.ofDays(2);

  /** Times farther apart than this were not observed: the computer slept, for instance. */
  private static final Duration LONGEST_GAP = Duration.ofMinutes(1);

  private final ZoneId zone;
  private final Deque<OwnerSpan> spans = new ArrayDeque<>();
  private final TreeMap<Long, OwnerDay> days = new TreeMap<>();

  /**
   * @param zone whose midnight separates days
   */
  UsageHistory(OwnerHistory kept, ZoneId zone) {
    this.zone = zone;
    spans.addAll(kept.getSpansList());
    kept.getDaysList().forEach(day -> days.put(day.getEpochDay(), day));
  }

  /**
   * The use from then on.
   *
   * @return whether it differs from the use before
   */
  boolean used(String use, long epochMillis) {
    final OwnerSpan last = spans.peekLast();
    final boolean follows =
        last != null
            && epochMillis >= last.getUntilEpochMillis()
            && epochMillis - last.getUntilEpochMillis() <= LONGEST_GAP.toMillis();
    if (last != null && follows) {
      spans.pollLast();
      spans.addLast(last.toBuilder().setUntilEpochMillis(epochMillis).build());
      add(last.getUse(), last.getUntilEpochMillis(), epochMillis);
    }
    final boolean changed = last == null || !last.getUse().equals(use);
    if (!follows || changed) {
      spans.removeIf(span -> span.getUntilEpochMillis() > epochMillis);
      spans.addLast(
          OwnerSpan.newBuilder()
              .setFromEpochMillis(epochMillis)
              .setUntilEpochMillis(epochMillis)
              .setUse(use)
              .build());
    }
    forget(epochMillis);
    return changed;
  }

  /** Splits a span at midnight. */
  private void add(String use, long fromEpochMillis, long untilEpochMillis) {
    long from = fromEpochMillis;
    while (from < untilEpochMillis) {
      final LocalDate day = Instant.ofEpochMilli(from).atZone(zone).toLocalDate();
      final long midnight = day.plusDays(1).atStartOfDay(zone).toInstant().toEpochMilli();
      final long until = Math.min(untilEpochMillis, midnight);
      add(use, day.toEpochDay(), (until - from) / 1000.0);
      from = until;
    }
  }

  private void add(String use, long day, double seconds) {
    final OwnerDay before = days.getOrDefault(day, OwnerDay.newBuilder().setEpochDay(day).build());
    final OwnerDay.Builder sum = before.toBuilder();
    switch (use) {
      case "guest" -> sum.setGuestSeconds(before.getGuestSeconds() + seconds);
      case "idle" -> sum.setIdleSeconds(before.getIdleSeconds() + seconds);
      default -> sum.setOwnerSeconds(before.getOwnerSeconds() + seconds);
    }
    days.put(day, sum.build());
  }

  private void forget(long nowEpochMillis) {
    final Iterator<OwnerSpan> oldest = spans.iterator();
    while (oldest.hasNext()) {
      final OwnerSpan span = oldest.next();
      if (spans.size() <= MAX_SPANS
          && nowEpochMillis - span.getUntilEpochMillis() <= EXACTLY.toMillis()) {
        break;
      }
      oldest.remove();
    }
    while (days.size() > MAX_DAYS) {
      days.pollFirstEntry();
    }
  }

  /** The whole history. */
  OwnerHistory history() {
    return OwnerHistory.newBuilder().addAllSpans(spans).addAllDays(days.values()).build();
  }

  /** The history between these times. */
  OwnerHistory history(long fromEpochMillis, long untilEpochMillis) {
    final OwnerHistory.Builder part = OwnerHistory.newBuilder();
    spans.stream()
        .filter(span ->
            span.getUntilEpochMillis() > fromEpochMillis
                && span.getFromEpochMillis() < untilEpochMillis)
        .forEach(part::addSpans);
    if (fromEpochMillis < untilEpochMillis) {
      part.addAllDays(
          days.subMap(day(fromEpochMillis), true, day(untilEpochMillis - 1), true).values());
    }
    return part.build();
  }

  private long day(long epochMillis) {
    return Instant.ofEpochMilli(epochMillis).atZone(zone).toLocalDate().toEpochDay();
  }
}
