package io.lull.coordinator.leadership;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits for the leader lease. */
public interface LeaseWait {
  /**
   * Whether to wait on; asked after each try.
   *
   * @param leader who leads, for people to read
   */
  boolean waitsOn(String leader);

  /** Until it is worthwhile to try again, and no longer than this. */
  default void rest(Duration atMost) throws InterruptedException {
    final var _ = new CountDownLatch(1).await(atMost.toMillis(), TimeUnit.MILLISECONDS);
  }
}
