package io.lull.platform.linux.dbus;

import java.time.Duration;

/** When the last input was, by an idle time in milliseconds that another program counts. */
final class IdleCount {
  /** The count is in whole milliseconds and arrives with a delay. */
  private static final long SLACK_NANOS = Duration.ofMillis(50).toNanos();

  /** A larger count is wrong. */
  private static final long MAX_IDLE_MILLIS = Duration.ofDays(365).toMillis();

  private long lastInputNanos;

  long lastInputNanos() {
    return lastInputNanos;
  }

  /**
   * @param askedNanos before the query: a late answer must not look like new input
   */
  void begin(long askedNanos, long idleMillis) {
    lastInputNanos = at(askedNanos, idleMillis);
  }

  /**
   * Whether a signal at this time reports unknown input: it may have been in transit when the count
   * already included it.
   */
  boolean signals(long nanos) {
    return isNews(nanos);
  }

  /** Whether the count reports unknown input. */
  boolean tells(long askedNanos, long idleMillis) {
    return isNews(at(askedNanos, idleMillis));
  }

  private boolean isNews(long inputNanos) {
    if (inputNanos - lastInputNanos <= SLACK_NANOS) {
      return false;
    }
    lastInputNanos = inputNanos;
    return true;
  }

  private static long at(long askedNanos, long idleMillis) {
    return askedNanos - Duration.ofMillis(Math.clamp(idleMillis, 0L, MAX_IDLE_MILLIS)).toNanos();
  }
}
