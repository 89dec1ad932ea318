package io.lull.agent.owner;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times and shares as people say them. */
final class Words {
  private static final DateTimeFormatter TODAY = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
  private static final DateTimeFormatter OTHER_DAY =
      DateTimeFormatter.ofPattern("EEE HH:mm", Locale.ENGLISH);

  private Words() {}

  /** {@code 4 min 57 s}. */
  static String lasting(Duration duration) {
    final long seconds = Math.max(0, (duration.toMillis() + 500) / 1000);
    if (seconds < 60) {
      return seconds + " s";
    }
    final long minutes = seconds / 60;
    if (minutes < 60) {
      return minutes + " min" + (seconds % 60 == 0 ? "" : " " + seconds % 60 + " s");
    }
    final long hours = minutes / 60;
    return hours + " h" + (minutes % 60 == 0 ? "" : " " + minutes % 60 + " min");
  }

  static String clock(long epochMillis, long nowEpochMillis, ZoneId zone) {
    final var at = Instant.ofEpochMilli(epochMillis).atZone(zone);
    final var now = Instant.ofEpochMilli(nowEpochMillis).atZone(zone);
    return (at.toLocalDate().equals(now.toLocalDate()) ? TODAY : OTHER_DAY).format(at);
  }

  static String percent(double share) {
    return Math.round(share * 100) + " %";
  }
}
