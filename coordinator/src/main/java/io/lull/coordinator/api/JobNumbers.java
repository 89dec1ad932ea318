package io.lull.coordinator.api;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The numbers of jobs, from 1 in the order of submission. One whose job was never accepted may come
 * again after a restart; nobody was told of it.
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
