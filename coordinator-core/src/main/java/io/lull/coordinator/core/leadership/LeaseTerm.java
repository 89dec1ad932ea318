package io.lull.coordinator.core.leadership;

import io.lull.coordinator.core.store.LeaseStore;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A lease as its holder knows it: until when it is valid, and when to renew it in the store. A
 * value; its holder chooses the thread that renews it.
 *
 * @param sole nobody else can take it: there is nothing to renew, and no disk to wake for it
 * @param trustedUntilNanos by the holder's clock, a little before others may take it
 * @param lost another has it, for good
 */
public record LeaseTerm(long fence, boolean sole, long trustedUntilNanos, boolean lost) {
  /** A leader that is silent for so long may be followed by another. */
  public static final Duration LENGTH = Duration.ofSeconds(2);

  /** Two machines' clocks do not run at quite the same speed. */
  private static final Duration MARGIN = Duration.ofMillis(200);

  /**
   * Asks for the lease.
   *
   * @param askedNanos when, by the holder's clock
   * @param above the fence is greater than this
   * @param sole nobody else can lead, as the store is this process's own
   * @return empty when another has it
   */
  public static Optional<LeaseTerm> take(
      LeaseStore store, String holder, long askedNanos, long above, boolean sole) {
    final OptionalLong fence = store.take(holder, LENGTH, above, sole);
    return fence.isPresent()
        ? Optional.of(new LeaseTerm(fence.getAsLong(), sole, trust(askedNanos), false))
        : Optional.empty();
  }

  private static long trust(long askedNanos) {
    return askedNanos + LENGTH.minus(MARGIN).toNanos();
  }

  /** As the store answers: begun again, or lost. */
  public LeaseTerm renewed(LeaseStore store, long askedNanos) {
    if (lost) {
      return this;
    }
    return store.renew(fence, LENGTH)
        ? new LeaseTerm(fence, sole, trust(askedNanos), false)
        : new LeaseTerm(fence, sole, trustedUntilNanos, true);
  }

  /** Whether it may be relied on now, as far as is known without asking the store. */
  public boolean trusted(long nowNanos) {
    return sole || (!lost && nowNanos - trustedUntilNanos < 0);
  }

  /** Whether the store must be asked before anything is let out. */
  public boolean inDoubt(long nowNanos) {
    return !lost && !trusted(nowNanos);
  }

  /** How long ago the lease started again; empty where nobody else could take it. */
  public Optional<Duration> age(long nowNanos) {
    return sole
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(nowNanos - trustedUntilNanos).plus(LENGTH.minus(MARGIN)));
  }
}
