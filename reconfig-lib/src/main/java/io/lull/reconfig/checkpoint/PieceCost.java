package io.lull.reconfig.checkpoint;

import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The processor time that a worker spends on pieces, its own and those that it keeps for others.
 * Several threads.
 */
public final class PieceCost {
  private final LongSupplier threadNanos;
  private final AtomicLong spentNanos = new AtomicLong();

  /**
   * @param threadNanos the processor time of the thread that asks; negative where nobody knows
   */
  public PieceCost(LongSupplier threadNanos) {
    this.threadNanos = threadNanos;
  }

  /** By the system's count. */
  public static PieceCost measured() {
    // Asked for only when it is needed: it is not part of a worker's start.
    return new PieceCost(() -> ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
  }

  /** The processor time of this thread, to be given to {@link #since}. */
  public long begin() {
    return threadNanos.getAsLong();
  }

  /** Counts what this thread has spent from then on. */
  public void since(long begin) {
    spentNanos.addAndGet(Math.max(0, threadNanos.getAsLong() - begin));
  }

  /** Nanoseconds since it was last asked. */
  public long take() {
    return spentNanos.getAndSet(0);
  }
}
