package io.lull.agent.core.settings;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * When guests are allowed, in the owner's local time: {@code mon-fri 18:00-08:00, sat-sun}. A span
 * over midnight belongs to the day on which it begins; days without a span are whole days, a span
 * without days is every day's.
 *
 * @param spans none: always
 */
public record Schedule(List<Span> spans) {
  public static final Schedule ALWAYS = new Schedule(List.of());
  public static final String FORM = "always, or spans such as 'mon-fri 18:00-08:00, sat-sun'";
  private static final int MAX_SPANS = 32;
  private static final int DAYS_LOOKED_AHEAD = 8;
  private static final String DAY = "(mon|tue|wed|thu|fri|sat|sun)";
  private static final Pattern SPAN =
      Pattern.compile(
          "(?:"
              + DAY
              + "(?:-"
              + DAY
              + ")?)?\\s*(?:(\\d{1,2}):(\\d{2})\\s*-\\s*(\\d{1,2}):(\\d{2}))?");

  public Schedule {
    spans = List.copyOf(spans);
  }

  /**
   * @param first day on which it may begin
   * @param last may precede the first in the week: {@code fri-mon}
   * @param to if not after from: on the next day
   */
  public record Span(DayOfWeek first, DayOfWeek last, LocalTime from, LocalTime to) {
    private boolean beginsOn(DayOfWeek day) {
      return Math.floorMod(day.getValue() - first.getValue(), 7)
          <= Math.floorMod(last.getValue() - first.getValue(), 7);
    }

    private LocalDateTime start(LocalDateTime day) {
      return day.toLocalDate().atTime(from);
    }

    private LocalDateTime end(LocalDateTime day) {
      return day.toLocalDate().plusDays(to.isAfter(from) ? 0 : 1).atTime(to);
    }
  }

  /**
   * @throws IllegalArgumentException with one line that says what a schedule looks like
   */
  public static Schedule parse(String text) {
    final String lower = text.strip().toLowerCase(Locale.ROOT);
    if (lower.equals("always")) {
      return ALWAYS;
    }
    final List<Span> spans = new ArrayList<>();
    for (final String part : lower.split(",", -1)) {
      spans.add(span(part.strip()));
    }
    if (spans.size() > MAX_SPANS) {
      throw new IllegalArgumentException("more than " + MAX_SPANS + " spans");
    }
    return new Schedule(spans);
  }

  private static Span span(String text) {
    final Matcher m = SPAN.matcher(text);
    if (text.isEmpty() || !m.matches()) {
      throw new IllegalArgumentException("'" + text + "' is not a span");
    }
    final DayOfWeek first = m.group(1) == null ? DayOfWeek.MONDAY : day(m.group(1));
    final DayOfWeek last =
        m.group(2) != null ? day(m.group(2)) : m.group(1) == null ? DayOfWeek.SUNDAY : first;
    if (m.group(3) == null) {
      return new Span(first, last, LocalTime.MIDNIGHT, LocalTime.MIDNIGHT);
    }
    return new Span(first, last, time(m.group(3), m.group(4)), time(m.group(5), m.group(6)));
  }

  private static DayOfWeek day(String name) {
    return Stream.of(DayOfWeek.values())
        .filter(d -> d.name().toLowerCase(Locale.ROOT).startsWith(name))
        .findFirst()
        .orElseThrow();
  }

  private static LocalTime time(String hours, String minutes) {
    final int hour = Integer.parseInt(hours);
    final int minute = Integer.parseInt(minutes);
    if (hour == 24 && minute == 0) {
      return LocalTime.MIDNIGHT;
    }
    if (hour > 23 || minute > 59) {
      throw new IllegalArgumentException("there is no time " + hours + ":" + minutes);
    }
    return LocalTime.of(hour, minute);
  }

  public boolean allows(ZonedDateTime at) {
    return allows(at.toLocalDateTime());
  }

  private boolean allows(LocalDateTime at) {
    return spans.isEmpty()
        || spans.stream()
            .anyMatch(span ->
                Stream.of(at, at.minusDays(1))
                    .anyMatch(day ->
                        span.beginsOn(day.getDayOfWeek())
                            && !at.isBefore(span.start(day))
                            && at.isBefore(span.end(day))));
  }

  /** The next time at which {@link #allows} changes; empty: never. */
  public Optional<ZonedDateTime> nextChange(ZonedDateTime at) {
    final LocalDateTime now = at.toLocalDateTime();
    final boolean allowed = allows(now);
    return Stream.iterate(now.minusDays(1), day -> day.plusDays(1))
        .limit(DAYS_LOOKED_AHEAD + 1L)
        .flatMap(day ->
            spans.stream()
                .filter(span -> span.beginsOn(day.getDayOfWeek()))
                .flatMap(span -> Stream.of(span.start(day), span.end(day))))
        .filter(edge -> edge.isAfter(now) && allows(edge) != allowed)
        .min(LocalDateTime::compareTo)
        .map(edge -> edge.atZone(at.getZone()));
  }

  /** How long until the next change, by the wall clock. */
  public Optional<Duration> untilNextChange(ZonedDateTime at) {
    return nextChange(at).map(change -> Duration.between(at, change));
  }
}
