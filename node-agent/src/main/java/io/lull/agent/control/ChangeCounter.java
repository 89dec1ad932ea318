package io.lull.agent.control;

import io.lull.protocol.time.Clock;
import java.time.Duration;

/** Counts changes that the owner's programs may want to know. */
public final class ChangeCounter {
  private final Clock clock;
  private long number;

  public ChangeCounter(Clock clock) {
    this.clock = clock;
  }

  /** From any thread, and quick. */
  public synchronized void tell() {
    number++;
    notifyAll();
  }

  synchronized long number() {
    return number;
  }

  /** Waits until the count exceeds this number, or the limit has passed. */
  synchronized void awaitMoreThan(long seen, Duration limit) throws InterruptedException {
    final long end = clock.nanos() + limit.toNanos();
    while (number <= seen) {
      final long left = Math.ceilDiv(end - clock.nanos(), 1_000_000);
      if (left <= 0) {
        return;
      }
      wait(left);
    }
  }
}
