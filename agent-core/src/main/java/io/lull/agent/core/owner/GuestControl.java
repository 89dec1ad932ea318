package io.lull.agent.core.owner;

/**
 * What a step does to guests. One thread at a time calls these methods and waits for them: each is
 * quick, and does nothing for a worker that has ended. Only {@link #kill} may be called before the
 * worker's process has started.
 */
public interface GuestControl {
  /**
   * Returns when every thread of the worker has the lowest priority and the worker is limited to
   * this share.
   *
   * @param cores a share of one core
   */
  void hold(String worker, double cores);

  /** Reverses {@link #hold}. */
  void release(String worker);

  /**
   * Stops all threads of the worker and waits until they have stopped.
   *
   * @return false if they could not be stopped, and the worker is ended by force instead
   */
  boolean suspend(String worker);

  /** Reverses {@link #suspend}. */
  void resume(String worker);

  /**
   * Begins to end the worker by force, or prevents its start; {@link NodeEvent.GuestGone} reports
   * the end, from any thread.
   */
  void kill(String worker, String reason);
}
