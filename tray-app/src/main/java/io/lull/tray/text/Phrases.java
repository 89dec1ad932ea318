package io.lull.tray.text;

import java.math.RoundingMode;
import java.text.NumberFormat;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Formats times, durations and shares in the person's language. Clocks have 24 hours in every
 * language, as the axes of charts and the owner's schedule have them.
 */
public final class Phrases {
  private static final long HOUR_MILLIS = 3_600_000;
  private static final int DAY_HOURS = 24;

  /** Durations up to this one are given in hours. */
  private static final int MOST_HOURS = 2 * DAY_HOURS;

  private static final long KIB = 1024;

  private final Texts texts;
  private final ZoneId zone;
  private final DateTimeFormatter time;
  private final DateTimeFormatter weekday;
  private final DateTimeFormatter dayOfWeek;
  private final DateTimeFormatter day;
  private final DateTimeFormatter date;

  public Phrases(Locale locale, ZoneId zone) {
    this.texts = Texts.of("common", locale);
    this.zone = zone;
    this.time = DateTimeFormatter.ofPattern("HH:mm", texts.locale());
    this.weekday = DateTimeFormatter.ofPattern("EEEE", texts.locale());
    this.dayOfWeek = DateTimeFormatter.ofPattern(texts.say("day-of-week"), texts.locale());
    this.day = DateTimeFormatter.ofLocalizedPattern("MMMd").withLocale(texts.locale());
    this.date = DateTimeFormatter.ofLocalizedPattern("yMMMd").withLocale(texts.locale());
  }

  public ZoneId zone() {
    return zone;
  }

  public Texts texts() {
    return texts;
  }

  /** {@code 14:02}. */
  public String time(long epochMillis) {
    return time.format(local(epochMillis));
  }

  /**
   * For tables, axes and lists: {@code 14:02} of today, {@code Monday, 14:02} of this week, else
   * with its date.
   */
  public String moment(long epochMillis, long nowEpochMillis) {
    return said("moment", epochMillis, nowEpochMillis);
  }

  /** In a sentence: {@code at 14:02}, {@code on Monday at 14:02}, {@code on Nov 6 at 14:02}. */
  public String at(long epochMillis, long nowEpochMillis) {
    return said("at", epochMillis, nowEpochMillis);
  }

  /** In a sentence: {@code since Monday, 14:02}. */
  public String since(long epochMillis, long nowEpochMillis) {
    return said("since", epochMillis, nowEpochMillis);
  }

  /** In a sentence: {@code until Monday, 14:02}. */
  public String until(long epochMillis, long nowEpochMillis) {
    return said("until", epochMillis, nowEpochMillis);
  }

  /** In a sentence: {@code from Monday, 14:02}. */
  public String from(long epochMillis, long nowEpochMillis) {
    return said("from", epochMillis, nowEpochMillis);
  }

  private String said(String how, long epochMillis, long nowEpochMillis) {
    final LocalDate then = local(epochMillis).toLocalDate();
    final LocalDate today = local(nowEpochMillis).toLocalDate();
    final long days = Math.abs(then.toEpochDay() - today.toEpochDay());
    if (days == 0) {
      return texts.say(how + ".time", time(epochMillis));
    }
    if (days < 7) {
      return texts.say(how + ".weekday", weekday.format(then), time(epochMillis));
    }
    final DateTimeFormatter shown = then.getYear() == today.getYear() ? day : date;
    return texts.say(how + ".date", shown.format(then), time(epochMillis));
  }

  /** {@code 14:00}, for any day. */
  public String hourOfDay(int hour) {
    return time.format(LocalTime.of(hour, 0));
  }

  /** {@code Fri 6}. */
  public String dayOfWeek(ZonedDateTime then) {
    return dayOfWeek.format(then);
  }

  /** {@code Nov 6}. */
  public String day(ZonedDateTime then) {
    return day.format(then);
  }

  /** {@code Nov 6, 2026}. */
  public String date(long epochMillis) {
    return date.format(local(epochMillis));
  }

  public ZonedDateTime local(long epochMillis) {
    return Instant.ofEpochMilli(epochMillis).atZone(zone);
  }

  /** {@code 12 min}, {@code 3 h 20 min}, {@code 3 d 4 h}: rounded to the smaller unit. */
  public String lasting(Duration duration) {
    final long seconds = Math.round(duration.toMillis() / 1000.0);
    if (seconds > 0 && seconds < 60) {
      return texts.say("seconds", seconds);
    }
    final long minutes = Math.round(seconds / 60.0);
    if (minutes < 60) {
      return texts.say("minutes", minutes);
    }
    final long hours = Math.round(minutes / 60.0);
    if (hours >= MOST_HOURS) {
      return two("days", hours / DAY_HOURS, "days-hours", hours % DAY_HOURS);
    }
    return two("hours", minutes / 60, "hours-minutes", minutes % 60);
  }

  private String two(String whole, long greater, String both, long lesser) {
    return lesser == 0 ? texts.say(whole, greater) : texts.say(both, greater, lesser);
  }

  /** {@code 1 ms}, {@code 3.4 s}: a short duration. */
  public String quickly(double millis) {
    if (millis < 1000) {
      return texts.say("milliseconds", Math.max(1, Math.round(millis)));
    }
    return millis < 60_000
        ? texts.say("seconds-exactly", millis / 1000)
        : lasting(Duration.ofMillis((long) millis));
  }

  /** {@code 12.4 h}: a sum of durations. */
  public String hours(double seconds) {
    final double hours = seconds * 1000 / HOUR_MILLIS;
    return texts.say(hours < 100 ? "hours-exactly" : "hours", hours);
  }

  /** {@code 15%}, {@code 0.3%}, in the language's format. */
  public String percent(double share) {
    final NumberFormat percent = NumberFormat.getPercentInstance(texts.locale());
    final int digits = share > 0 && share < 0.01 ? 1 : 0;
    percent.setMinimumFractionDigits(digits);
    percent.setMaximumFractionDigits(digits);
    percent.setRoundingMode(RoundingMode.HALF_UP);
    return percent.format(share);
  }

  /** {@code 3.4 MiB}. */
  public String size(long bytes) {
    if (bytes < KIB) {
      return texts.say("bytes", bytes);
    }
    final double kib = bytes / (double) KIB;
    if (kib < KIB) {
      return texts.say("kib", kib);
    }
    return kib < KIB * KIB ? texts.say("mib", kib / KIB) : texts.say("gib", kib / KIB / KIB);
  }
}
