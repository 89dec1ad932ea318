package io.lull.protocol.text;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as {@code 250ms}, {@code 90s}, {@code 5m}, {@code 1h} or {@code 2d}. */
public final class Durations {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)");

  private Durations() {}

  /**
   * @throws IllegalArgumentException with one line that says what a duration looks like
   */
  public static Duration parse(String text) {
    final Matcher m = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!m.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a duration: write it as 250ms, 90s, 5m, 1h or 2d");
    }
    final long n = Long.parseLong(m.group(1));
    return switch (m.group(2)) {
      case "ms" -> Duration.ofMillis(n);
      case "s" -> Duration.ofSeconds(n);
      case "m" -> Duration.ofMinutes(n);
      case "h" -> Duration.ofHours(n);
      default -> Duration.ofDays(n);
    };
  }

  /** The shortest text that {@link #parse} reads back as the same duration, to the millisecond. */
  public static String format(Duration duration) {
    final long millis = duration.toMillis();
    if (millis % 1000 != 0) {
      return millis + "ms";
    }
    final long seconds = millis / 1000;
    if (seconds == 0 || seconds % 60 != 0) {
      return seconds + "s";
    }
    final long minutes = seconds / 60;
    if (minutes % 60 != 0) {
      return minutes + "m";
    }
    final long hours = minutes / 60;
    return hours % 24 == 0 ? hours / 24 + "d" : hours + "h";
  }
}
