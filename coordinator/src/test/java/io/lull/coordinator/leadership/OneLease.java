package io.lull.coordinator.leadership;

import io.lull.coordinator.store.LeaseStore;
import io.lull.coordinator.store.StoreException;
import io.lull.testkit.time.VirtualClock;
import java.time.Duration;
import java.util.OptionalLong;

/** A lease on the test's clock. */
public final class OneLease implements LeaseStore {
  private final VirtualClock clock;
  private String holder = "";
  private long fence;
  private long expiresMillis;
  private boolean away;

  public OneLease(VirtualClock clock) {
    this.clock = clock;
  }

  /** The store cannot be reached, or can again. */
  void away(boolean isAway) {
    away = isAway;
  }

  /** Of whoever took it last. */
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
    if (!fromAnybody && expiresMillis >= clock.epochMillis()) {
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
