package io.lull.protocol.transport;

import io.lull.protocol.time.Clock;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets at most so many bytes a second pass: a token bucket (as in RFC 2697, with one rate) whose
 * tokens are bytes. A caller is charged at once and waits until all earlier charges are paid, so
 * callers are served in order of arrival, whatever their size. Safe for several threads.
 */
public final class Throttle {
  /** A rate at which nobody waits. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /** What was not used of the last tenth of a second may pass at once. */
  static final double BURST_SECONDS = 0.1;

  private static final double NANOS_PER_SECOND = 1e9;

  private final Clock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private volatile long bytesPerSecond = UNLIMITED;
  private long chargedBytes;
  private double paidBytes;
  private long paidUntilNanos;

  /** Lets everything pass until it is told a limit. */
  public Throttle(Clock clock) {
    this.clock = clock;
  }

  /**
   * From now on this rate holds, also for those who wait.
   *
   * @param newBytesPerSecond positive; {@link #UNLIMITED}: nobody waits
   */
  public void limit(long newBytesPerSecond) {
    if (newBytesPerSecond <= 0) {
      throw new IllegalArgumentException(newBytesPerSecond + " bytes a second is no rate");
    }
    lock.lock();
    try {
      if (limits()) {
        pay();
      } else {
        paidBytes = chargedBytes;
        paidUntilNanos = clock.nanos();
      }
      bytesPerSecond = newBytesPerSecond;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Whether there is a limit at all. */
  public boolean limits() {
    return bytesPerSecond != UNLIMITED;
  }

  /** Waits until so many more bytes may have passed. */
  public void pass(long bytes) throws InterruptedException {
    if (!limits()) {
      return;
    }
    lock.lockInterruptibly();
    try {
      final long mine = charge(bytes);
      long wait = nanosUntilPaid(mine);
      while (wait > 0) {
        changed.awaitNanos(wait);
        wait = nanosUntilPaid(mine);
      }
    } finally {
      lock.unlock();
    }
  }

  /** What was charged up to now, with these. */
  long charge(long bytes) {
    lock.lock();
    try {
      pay();
      chargedBytes += bytes;
      return chargedBytes;
    } finally {
      lock.unlock();
    }
  }

  /** Not positive: these have passed. */
  long nanosUntilPaid(long charged) {
    lock.lock();
    try {
      pay();
      return limits()
          ? (long) Math.ceil((charged - paidBytes) / bytesPerSecond * NANOS_PER_SECOND)
          : 0;
    } finally {
      lock.unlock();
    }
  }

  private void pay() {
    final long now = clock.nanos();
    final double seconds = (now - paidUntilNanos) / NANOS_PER_SECOND;
    paidUntilNanos = now;
    paidBytes =
        Math.min(
            paidBytes + seconds * bytesPerSecond, chargedBytes + BURST_SECONDS * bytesPerSecond);
  }
}
