package io.lull.testkit.time;

import io.lull.protocol.time.Clock;
import java.time.Duration;

/** A clock that stands still until a test moves it. */
public final class VirtualClock implements Clock {
  private long epochMillis;
  private long nanos;

  /** Starts at 2026-01-01T00:00Z. */
  public VirtualClock() {
    this(1_767_225_600_000L);
  }

  public VirtualClock(long epochMillis) {
    this.epochMillis = epochMillis;
  }

  @Override
  public synchronized long epochMillis() {
    return epochMillis + nanos / 1_000_000;
  }

  @Override
  public synchronized long nanos() {
    return nanos;
  }

  /** Lets both clocks go on by so much. */
  public synchronized VirtualClock advance(Duration by) {
    if (by.isNegative()) {
      throw new IllegalArgumentException("elapsed time never goes backwards: " + by);
    }
    nanos += by.toNanos();
    return this;
  }

  /** Somebody sets the machine's clock: wall time jumps, elapsed time does not notice. */
  public synchronized VirtualClock setWall(long epochMillis) {
    this.epochMillis = epochMillis - nanos / 1_000_000;
    return this;
  }
}
