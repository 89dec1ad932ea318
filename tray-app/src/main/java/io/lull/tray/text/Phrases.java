package io.lull.tray.text;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.Locale;

/** Times, lengths of time and shares as people say them in their language. */
public final class Phrases {
  private static final long MINUTE_MILLIS = 60_000;
  private static final long HOUR_MILLIS = 60 * MINUTE_MILLIS;
  private static final long KIB = 1024;

  private final Texts texts;
  private final ZoneId zone;
  private final DateTimeFormatter time;
  private final DateTimeFormatter weekday;
  private final DateTimeFormatter day;

  public Phrases(Locale locale, ZoneId zone) {
    this.texts = Texts.of("common", locale);
    this.zone = zone;
    this.time = DateTimeFormatter.ofLocalizedTime(FormatStyle.SHORT).withLocale(texts.locale());
    this.weekday = DateTimeFormatter.ofPattern("EEEE", texts.locale());
    this.day = DateTimeFormatter.ofLocalizedDate(FormatStyle.MEDIUM).withLocale(texts.locale());
  }

  public ZoneId zone() {
    return zone;
  }

  public Texts texts() {
    return texts;
  }

  /** {@code 14:02}. */
  public String time(long epochMillis) {
    return time.format(at(epochMillis));
  }

  /** {@code 14:02} of today, {@code Monday, 14:02} of this week, else with its date. */
  public String moment(long epochMillis, long nowEpochMillis) {
    final LocalDate then = at(epochMillis).toLocalDate();
    final LocalDate today = at(nowEpochMillis).toLocalDate();
    final long days = Math.abs(then.toEpochDay() - today.toEpochDay());
    if (days == 0) {
      return time(epochMillis);
    }
    final String which = days < 7 ? weekday.format(then) : day.format(then);
    return texts.say("moment", which, time(epochMillis));
  }

  /** {@code 14:00}, whatever the day. */
  public String hourOfDay(int hour) {
    return time.format(LocalTime.of(hour, 0));
  }

  public String date(long epochMillis) {
    return day.format(at(epochMillis));
  }

  public ZonedDateTime at(long epochMillis) {
    return Instant.ofEpochMilli(epochMillis).atZone(zone);
  }

  /** {@code 12 min}, {@code 3 h 20 min}. */
  public String lasting(Duration duration) {
    final long millis = duration.toMillis();
    if (millis > 0 && millis < MINUTE_MILLIS) {
      return texts.say("seconds", Math.round(millis / 1000.0));
    }
    final long minutes = Math.round(millis / (double) MINUTE_MILLIS);
    if (minutes < 60) {
      return texts.say("minutes", minutes);
    }
    return minutes % 60 == 0
        ? texts.say("hours", minutes / 60)
        : texts.say("hours-minutes", minutes / 60, minutes % 60);
  }

  /** {@code 1 ms}, {@code 3.4 s}: how quickly something went. */
  public String quickly(double millis) {
    if (millis < 1000) {
      return texts.say("milliseconds", Math.max(1, Math.round(millis)));
    }
    return millis < MINUTE_MILLIS
        ? texts.say("seconds-exactly", millis / 1000)
        : lasting(Duration.ofMillis((long) millis));
  }

  /** {@code 12.4 h}: a sum of time. */
  public String hours(double seconds) {
    final double hours = seconds * 1000 / HOUR_MILLIS;
    return texts.say(hours < 100 ? "hours-exactly" : "hours", hours);
  }

  /** {@code 15 %}, {@code 0.3 %}. */
  public String percent(double share) {
    return share > 0 && share < 0.01
        ? texts.say("percent.little", share * 100)
        : texts.say("percent", Math.round(share * 100));
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
