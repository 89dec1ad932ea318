package io.lull.bench.grid;

import io.lull.protocol.time.SystemClock;
import java.util.concurrent.locks.LockSupport;

/** Time that passes between two events of a measurement. */
public final class Pause {
  private Pause() {}

  public static void millis(long millis) throws InterruptedException {
    until(SystemClock.INSTANCE.nanos() + millis * 1_000_000);
  }

  /**
   * @param nanos of the monotonic clock
   */
  public static void until(long nanos) throws InterruptedException {
    for (long left = nanos - SystemClock.INSTANCE.nanos();
        left > 0;
        left = nanos - SystemClock.INSTANCE.nanos()) {
      LockSupport.parkNanos(left);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }
}
