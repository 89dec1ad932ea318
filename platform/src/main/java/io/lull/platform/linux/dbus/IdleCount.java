package io.lull.platform.linux.dbus;

import java.time.Duration;

/** When input was last, by a count of idle milliseconds that somebody else keeps. */
final class IdleCount {
  /** The count is of whole milliseconds and takes its time to come. */
  private static final long SLACK_NANOS = Duration.ofMillis(50).toNanos();

  /** Whoever counts more than this counts wrongly. */
  private static final long MAX_IDLE_MILLIS = Duration.ofDays(365).toMillis();

  private long lastInputNanos;

  long lastInputNanos() {
    return lastInputNanos;
  }

  /**
   * @param askedNanos from before the question: an answer that comes late must not look like new
   *     input
   */
  void begin(long askedNanos, long idleMillis) {
    lastInputNanos = at(askedNanos, idleMillis);
  }

  /** There is input at this moment. */
  void input(long nanos) {
    lastInputNanos = nanos;
  }

  /** Whether the count tells of input that was not known. */
  boolean tells(long askedNanos, long idleMillis) {
    final long counted = at(askedNanos, idleMillis);
    if (counted - lastInputNanos <= SLACK_NANOS) {
      return false;
    }
    lastInputNanos = counted;
    return true;
  }

  private static long at(long askedNanos, long idleMillis) {
    return askedNanos - Duration.ofMillis(Math.clamp(idleMillis, 0L, MAX_IDLE_MILLIS)).toNanos();
  }
}
