package io.lull.coordinator.leadership;

import io.lull.coordinator.core.leadership.LeaderLease;
import io.lull.coordinator.core.leadership.LeaseTerm;
import io.lull.coordinator.core.store.LeaseStore;
import io.lull.coordinator.core.store.StoreException;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.Optional;
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
public final class RenewedLease implements LeaderLease, AutoCloseable {
  private static final Duration RENEW = Duration.ofMillis(500);

  /** Long enough for the lease of one that was killed to run out. */
  public static final Duration PATIENCE = LeaseTerm.LENGTH.multipliedBy(2);

  private static final Duration RETRY = Duration.ofMillis(250);

  private static final Logger LOG = LoggerFactory.getLogger(RenewedLease.class);

  private final LeaseStore store;
  private final Clock clock;
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile LeaseTerm term;

  private RenewedLease(LeaseStore store, Clock clock, LeaseTerm term) {
    this.store = store;
    this.clock = clock;
    this.term = term;
  }

  /**
   * @param above the fence is greater than this
   * @param sole nobody else can lead, as the store is this process's own
   * @return empty when another leads
   */
  public static Optional<RenewedLease> take(
      LeaseStore store, String holder, Clock clock, long above, boolean sole) {
    return LeaseTerm.take(store, holder, clock.nanos(), above, sole)
        .map(term -> new RenewedLease(store, clock, term));
  }

  /**
   * As {@link #take}, again and again, also when the store does not answer for a while.
   *
   * @param wait asked after each try
   * @return empty when the patience was over first
   */
  public static Optional<RenewedLease> await(
      LeaseStore store, String holder, Clock clock, long above, boolean sole, LeaseWait wait)
      throws InterruptedException {
    Optional<RenewedLease> taken = take(store, holder, clock, above, sole);
    String leader = store.holder();
    while (taken.isEmpty() && wait.waitsOn(leader)) {
      wait.rest(RETRY);
      try {
        taken = take(store, holder, clock, above, sole);
        leader = store.holder();
      } catch (StoreException e) {
        LOG.warn("Cannot read who leads yet: {}", e.getMessage());
      }
    }
    return taken;
  }

  /** Renews it from now on, on a thread of its own. */
  public void keep() {
    if (term.sole()) {
      return;
    }
    Thread.ofPlatform().name("lull-leadership").daemon().start(this::keepRenewing);
  }

  private void keepRenewing() {
    try {
      while (!closed.await(RENEW.toMillis(), TimeUnit.MILLISECONDS) && !term.lost()) {
        try {
          renew();
        } catch (StoreException e) {
          LOG.warn("Cannot renew the lease yet: {}", e.getMessage());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void renew() {
    final boolean lostBefore = term.lost();
    term = term.renewed(store, clock.nanos());
    if (term.lost() && !lostBefore) {
      LOG.warn("{} leads now", store.holder());
    }
  }

  /** Whether it may be relied on now, as far as is known without asking the store. */
  public boolean trusted() {
    return term.trusted(clock.nanos());
  }

  /** How long ago the lease started again; empty where nobody else could take it. */
  public Optional<Duration> age() {
    return term.age(clock.nanos());
  }

  @Override
  public long fence() {
    return term.fence();
  }

  @Override
  public boolean holds() {
    if (term.inDoubt(clock.nanos())) {
      renew();
    }
    return !term.lost();
  }

  @Override
  public boolean contested() {
    return !term.sole();
  }

  @Override
  public void close() {
    closed.countDown();
    if (!term.lost()) {
      try {
        store.release(term.fence());
      } catch (StoreException e) {
        LOG.debug("Cannot release the lease; it expires by itself", e);
      }
    }
  }
}
