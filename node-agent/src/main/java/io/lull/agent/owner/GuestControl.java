package io.lull.agent.owner;

import io.lull.platform.guest.GuestId;
import java.util.Collection;

/**
 * What the owner's watch does to guests. Called by one thread at a time, but {@link #processes},
 * and waited for: every method is quick, and does nothing for a worker that is gone. None but
 * {@link #kill} is called before the worker's process was started.
 */
public interface GuestControl {
  /**
   * Returns when no thread of the worker has more than the lowest priority and this share.
   *
   * @param cores a share of one core
   */
  void hold(String worker, double cores);

  /** Takes back {@link #hold}. */
  void release(String worker);

  /**
   * Returns when the worker stands still.
   *
   * @return false when it could not be made to, and is ended by force instead
   */
  boolean suspend(String worker);

  /** Takes back {@link #suspend}. */
  void resume(String worker);

  /**
   * Begins to end it by force, or keeps it from being started; that it is gone is told by {@link
   * NodeEvent.GuestGone}, from any thread.
   */
  void kill(String worker, String reason);

  /** Of all worker processes there are, for counting their processor time. */
  Collection<GuestId> processes();
}
