package io.lull.agent.core.owner;

/**
 * What a step does to guests. One thread at a time calls these methods and waits for them: each is
 * quick, and does nothing for a worker that is gone. Only {@link #kill} is called before the
 * worker's process was started.
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
}
