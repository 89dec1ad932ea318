package io.lull.tray.cluster.past;

import java.time.Duration;
import java.util.Locale;

/** The offered lengths of time, until now. */
public enum RangePreset {
  HOUR(Duration.ofHours(1)),
  DAY(Duration.ofDays(1)),
  WEEK(Duration.ofDays(7)),
  MONTH(Duration.ofDays(30)),
  YEAR(Duration.ofDays(365));

  private final Duration length;

  RangePreset(Duration length) {
    this.length = length;
  }

  public Duration length() {
    return length;
  }

  /** The key of the texts. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
