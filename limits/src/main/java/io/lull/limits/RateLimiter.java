package io.lull.limits;

import io.lull.protocol.time.Clock;

/** A token bucket (as in RFC 2697, with one rate) of things that happen. Any thread. */
public final class RateLimiter {
  private static final double NANOS_PER_SECOND = 1e9;

  private final Rate rate;
  private final Clock clock;
  private double left;
  private long filledNanos;

  public RateLimiter(Rate rate, Clock clock) {
    this.rate = rate;
    this.clock = clock;
    this.left = rate.atOnce();
    this.filledNanos = clock.nanos();
  }

  /** False, and nothing taken, when there are not so many. */
  public synchronized boolean take(double tokens) {
    fill();
    if (left < tokens) {
      return false;
    }
    left -= tokens;
    return true;
  }

  /** Takes them in any case, and tells how long they have to be waited for; 0: not at all. */
  public synchronized long owe(double tokens) {
    fill();
    left -= tokens;
    return left >= 0 ? 0 : (long) Math.ceil(-left / rate.perSecond() * NANOS_PER_SECOND);
  }

  /** Whether it is as good as a new one. */
  public synchronized boolean full() {
    fill();
    return left >= rate.atOnce();
  }

  private void fill() {
    final long now = clock.nanos();
    left =
        Math.min(rate.atOnce(), left + (now - filledNanos) / NANOS_PER_SECOND * rate.perSecond());
    filledNanos = now;
  }
}
