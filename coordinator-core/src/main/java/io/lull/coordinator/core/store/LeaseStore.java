package io.lull.coordinator.core.store;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * The port for the leader lease, by the clock and the order that all coordinators of a store share:
 * the store's. Each lease has a fence, greater than that of every lease before it.
 *
 * <p>Every method may throw {@link StoreException}; then it is not known whether it was done.
 */
public interface LeaseStore {
  /**
   * A lease that has more than so many of its lengths to go is from before the store's clock was
   * set back. It counts as over: nobody could lead for as long as the clock was set back by.
   */
  int LONGEST_LENGTHS = 2;

  /**
   * Takes the lease if nobody has it any more.
   *
   * @param holder whose it is to be, for people to read
   * @param above its fence is greater than this, too
   * @param fromAnybody its holder cannot be alive
   * @return its fence; empty when another has it
   */
  OptionalLong take(String holder, Duration length, long above, boolean fromAnybody);

  /**
   * Has the lease start again, also one that has run out and that nobody took.
   *
   * @return false when another has it
   */
  boolean renew(long fence, Duration length);

  /** Gives it back, if it is still had. */
  void release(long fence);

  /** Who has it, or had it last. */
  String holder();
}
