package io.lull.platform.tray;

import io.lull.protocol.time.Clock;
import java.time.Duration;

/**
 * Limits the events that reach an icon's listener: far more than a hand can click, and far fewer
 * than could overload a program. For one thread.
 */
public final class ChoiceLimit {
  private static final int MOST_AT_ONCE = 20;
  private static final Duration ONE_MORE_EACH = Duration.ofMillis(100);

  private final Clock clock;
  private long usedUntilNanos;

  public ChoiceLimit(Clock clock) {
    this.clock = clock;
    this.usedUntilNanos = clock.nanos();
  }

  /** Whether one more may pass now; if so it counts. */
  public boolean admits() {
    final long now = clock.nanos();
    if (usedUntilNanos - now < 0) {
      usedUntilNanos = now;
    }
    if (usedUntilNanos - now > ONE_MORE_EACH.multipliedBy(MOST_AT_ONCE - 1).toNanos()) {
      return false;
    }
    usedUntilNanos += ONE_MORE_EACH.toNanos();
    return true;
  }
}
