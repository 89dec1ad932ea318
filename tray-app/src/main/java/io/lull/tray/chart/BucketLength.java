package io.lull.tray.chart;

import java.time.Duration;

/** The length of each bucket. */
public enum BucketLength {
  FIVE_SECONDS(Duration.ofSeconds(5)),
  QUARTER_MINUTE(Duration.ofSeconds(15)),
  MINUTE(Duration.ofMinutes(1)),
  FIVE_MINUTES(Duration.ofMinutes(5)),
  QUARTER_HOUR(Duration.ofMinutes(15)),
  HOUR(Duration.ofHours(1)),
  QUARTER_DAY(Duration.ofHours(6)),
  DAY(Duration.ofDays(1));

  /** More would be too narrow to see. */
  static final int MOST_IN_SIGHT = 400;

  private final Duration bucket;

  BucketLength(Duration bucket) {
    this.bucket = bucket;
  }

  public Duration bucket() {
    return bucket;
  }

  public long millis() {
    return bucket.toMillis();
  }

  /** The finest one with few enough buckets. */
  public static BucketLength of(Span span) {
    for (final BucketLength level : values()) {
      if (span.lengthMillis() <= level.millis() * MOST_IN_SIGHT) {
        return level;
      }
    }
    return DAY;
  }
}
