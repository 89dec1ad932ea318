package io.lull.coordinator.core.leadership;

import io.lull.coordinator.core.store.LeaseStore;
import io.lull.coordinator.core.store.StoreException;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.OptionalLong;

/** A lease in memory, on one clock, for simulations and tests. One thread. */
public final class MemoryLease implements LeaseStore {
  private final Clock clock;
  private String holder = "";
  private long fence;
  private long expiresMillis;
  private boolean away;

  public MemoryLease(Clock clock) {
    this.clock = clock;
  }

  /** The store cannot be reached, or can again. */
  public void away(boolean isAway) {
    away = isAway;
  }

  /** Of its last holder. */
  public long fence() {
    return fence;
  }

  private void reach() {
    if (away) {
      throw new StoreException("the database does not answer");
    }
  }

  @Override
  public OptionalLong take(String taker, Duration length, long above, boolean fromAnybody) {
    reach();
    final long left = expiresMillis - clock.epochMillis();
    if (!fromAnybody && left >= 0 && left <= LONGEST_LENGTHS * length.toMillis()) {
      return OptionalLong.empty();
    }
    holder = taker;
    fence = Math.max(fence, above) + 1;
    expiresMillis = clock.epochMillis() + length.toMillis();
    return OptionalLong.of(fence);
  }

  @Override
  public boolean renew(long renewed, Duration length) {
    reach();
    if (renewed != fence) {
      return false;
    }
    expiresMillis = clock.epochMillis() + length.toMillis();
    return true;
  }

  @Override
  public void release(long released) {
    reach();
    if (released == fence) {
      expiresMillis = 0;
    }
  }

  @Override
  public String holder() {
    return holder;
  }
}
