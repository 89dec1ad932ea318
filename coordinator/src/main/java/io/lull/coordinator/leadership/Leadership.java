package io.lull.coordinator.leadership;

import io.lull.coordinator.store.LeaseStore;
import io.lull.coordinator.store.StoreException;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lease that renews itself, as long as this process runs and reaches the store.
 *
 * <p>Its holder trusts it for as long as the lease was given for, reckoned from before it asked, by
 * its own clock that never goes back. A process that was frozen finds it over and asks the store
 * before it does anything (Gray and Cheriton 1989).
 */
public final class Leadership implements Mandate, AutoCloseable {
  /** A leader that is silent for so long may be followed by another. */
  static final Duration LENGTH = Duration.ofSeconds(2);

  private static final Duration RENEW = Duration.ofMillis(500);

  /** Long enough for the lease of one that was killed to run out. */
  public static final Duration PATIENCE = LENGTH.multipliedBy(2);

  private static final Duration RETRY = Duration.ofMillis(250);

  /** Two machines' clocks do not run at quite the same speed. */
  private static final Duration MARGIN = Duration.ofMillis(200);

  private static final Logger LOG = LoggerFactory.getLogger(Leadership.class);

  private final LeaseStore store;
  private final Clock clock;
  private final long fence;

  /** Nobody else can take it: there is nothing to renew, and no disk to wake for it. */
  private final boolean sole;

  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile long trustedUntilNanos;
  private volatile boolean lost;

  private Leadership(
      LeaseStore store, Clock clock, long fence, boolean sole, long trustedUntilNanos) {
    this.store = store;
    this.clock = clock;
    this.fence = fence;
    this.sole = sole;
    this.trustedUntilNanos = trustedUntilNanos;
  }

  /**
   * @param above the fence is greater than this
   * @param sole nobody else can lead, as the store is this process's own
   * @return empty when another leads
   */
  public static Optional<Leadership> take(
      LeaseStore store, String holder, Clock clock, long above, boolean sole) {
    final long asked = clock.nanos();
    final OptionalLong fence = store.take(holder, LENGTH, above, sole);
    return fence.isPresent()
        ? Optional.of(new Leadership(store, clock, fence.getAsLong(), sole, trust(asked)))
        : Optional.empty();
  }

  /**
   * As {@link #take}, again and again, also when the store does not answer for a while.
   *
   * @param turn asked after each try
   * @return empty when the patience was over first
   */
  public static Optional<Leadership> await(
      LeaseStore store, String holder, Clock clock, long above, boolean sole, Turn turn)
      throws InterruptedException {
    Optional<Leadership> taken = take(store, holder, clock, above, sole);
    String leader = store.holder();
    while (taken.isEmpty() && turn.waitsOn(leader)) {
      turn.rest(RETRY);
      try {
        taken = take(store, holder, clock, above, sole);
        leader = store.holder();
      } catch (StoreException e) {
        LOG.warn("who leads is not known yet: {}", e.getMessage());
      }
    }
    return taken;
  }

  private static long trust(long askedNanos) {
    return askedNanos + LENGTH.minus(MARGIN).toNanos();
  }

  /** Renews it from now on, on a thread of its own. */
  public void keep() {
    if (sole) {
      return;
    }
    Thread.ofPlatform().name("lull-leadership").daemon().start(this::keepRenewing);
  }

  private void keepRenewing() {
    try {
      while (!closed.await(RENEW.toMillis(), TimeUnit.MILLISECONDS) && !lost) {
        try {
          renew();
        } catch (StoreException e) {
          LOG.warn("leadership cannot be renewed yet: {}", e.getMessage());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void renew() {
    final long asked = clock.nanos();
    if (lost) {
      return;
    }
    if (store.renew(fence, LENGTH)) {
      trustedUntilNanos = trust(asked);
    } else {
      lost = true;
      LOG.warn("{} leads now", store.holder());
    }
  }

  /** Whether it may be relied on now, as far as is known without asking the store. */
  public boolean trusted() {
    return sole || (!lost && clock.nanos() - trustedUntilNanos < 0);
  }

  /** How long ago the lease began anew; empty where nobody else could take it. */
  public Optional<Duration> age() {
    final long begunNanos = trustedUntilNanos - LENGTH.minus(MARGIN).toNanos();
    return sole ? Optional.empty() : Optional.of(Duration.ofNanos(clock.nanos() - begunNanos));
  }

  @Override
  public long fence() {
    return fence;
  }

  @Override
  public boolean holds() {
    if (!sole && !lost && clock.nanos() - trustedUntilNanos >= 0) {
      renew();
    }
    return !lost;
  }

  @Override
  public boolean contested() {
    return !sole;
  }

  @Override
  public void close() {
    closed.countDown();
    if (!lost) {
      try {
        store.release(fence);
      } catch (StoreException e) {
        LOG.debug("the lease runs out by itself", e);
      }
    }
  }
}
