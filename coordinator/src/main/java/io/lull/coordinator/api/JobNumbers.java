package io.lull.coordinator.api;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Numbers jobs from 1 in the order of submission. After a restart, a number whose job was never
 * accepted can be reused; it was never disclosed.
 */
public final class JobNumbers {
  private final AtomicLong last;

  /**
   * @param last that was ever accepted
   */
  public JobNumbers(long last) {
    this.last = new AtomicLong(last);
  }

  public long next() {
    return last.incrementAndGet();
  }
}
