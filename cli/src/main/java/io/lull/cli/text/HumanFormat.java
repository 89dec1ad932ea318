package io.lull.cli.text;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Formats times, durations and shares for people. */
public final class HumanFormat {
  private static final DateTimeFormatter MOMENT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

  private HumanFormat() {}

  /** Two units at most: {@code 48 s}, {@code 3 min 20 s}, {@code 2 h 5 min}, {@code 4 d 3 h}. */
  public static String duration(Duration duration) {
    final long seconds = Math.max(0, duration.toSeconds());
    if (seconds < 60) {
      return seconds + " s";
    }
    if (seconds < 3600) {
      return two(seconds / 60, "min", seconds % 60, "s");
    }
    if (seconds < 86_400) {
      return two(seconds / 3600, "h", seconds % 3600 / 60, "min");
    }
    return two(seconds / 86_400, "d", seconds % 86_400 / 3600, "h");
  }

  /** {@code 4 min to 6 min}, {@code 5 s} where both are the same, {@code up to 5 s}. */
  public static String range(Duration least, Duration most) {
    if (least.isZero()) {
      return "up to " + duration(most);
    }
    return least.equals(most) ? duration(most) : duration(least) + " to " + duration(most);
  }

  private static String two(long great, String unit, long small, String smallUnit) {
    return small == 0 ? great + " " + unit : great + " " + unit + " " + small + " " + smallUnit;
  }

  /** Three digits: {@code 0.52 ms}, {@code 18.4 ms}, {@code 3.20 s}. */
  public static String millis(double millis) {
    if (millis >= 1000) {
      return digits(millis / 1000) + " s";
    }
    return digits(millis) + " ms";
  }

  private static String digits(double value) {
    final String form = value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f";
    return String.format(Locale.ROOT, form, value);
  }

  public static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f%%", 100 * share);
  }

  /** In the reader's own time zone; a dash for none. */
  public static String moment(long epochMillis, ZoneId zone) {
    return epochMillis == 0 ? "–" : MOMENT.format(Instant.ofEpochMilli(epochMillis).atZone(zone));
  }

  /** {@code 1 worker}, {@code 3 workers}. */
  public static String count(long n, String noun) {
    return n + " " + noun + (n == 1 ? "" : "s");
  }

  /** A bar of so many cells. */
  public static String bar(double share, int cells) {
    final int full = (int) Math.round(Math.clamp(share, 0.0, 1.0) * cells);
    return "█".repeat(full) + "░".repeat(cells - full);
  }
}
