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

  /**
   * Whether a signal that comes at this moment tells of input that was not known: it may have been
   * under way while the count already told of it.
   */
  boolean signals(long nanos) {
    return isNews(nanos);
  }

  /** Whether the count tells of input that was not known. */
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
