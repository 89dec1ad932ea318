package io.lull.platform.guest;

import java.time.Duration;

/** A guest's process with all that it started. */
public interface Guest {
  GuestId id();

  GuestPipes pipes();

  /**
   * It may have as much as any program has, of one core, until it is settled, held or suspended: so
   * it begins. To start, and to end when it is asked to, is no computing, and beside somebody's
   * program that computes neither would ever be done.
   */
  default void hasten() {}

  /** It gets only what nobody else uses. */
  default void settle() {}

  /**
   * Makes sure that every thread of it has the lowest priority and, where the system can do that,
   * that all together get no more processor time than this. Returns when that is so.
   *
   * @param cores a share of one core, or a number of them
   */
  void hold(double cores);

  /** Takes back {@link #hold}: it may use what is idle, up to its limits. */
  void release();

  /**
   * Stops every thread of it, held or not.
   *
   * @return whether all stood still when it returned
   */
  boolean suspend();

  /** Lets it go on after {@link #suspend}, held if it was held. */
  void resume();

  /**
   * Ends all of it by force, suspended or not, and waits until it is gone and its memory free.
   *
   * @return whether all was gone in time
   */
  boolean kill(Duration within);

  /** Whether the system has ended it for taking more memory than its limit. */
  default boolean tookTooMuchMemory() {
    return false;
  }

  /** Memory of all its processes that is not on disk; pages they share are counted once each. */
  long residentBytes();
}
