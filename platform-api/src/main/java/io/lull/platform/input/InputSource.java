package io.lull.platform.input;

import java.util.function.Consumer;

/**
 * Tells when the owner is active. It has a thread of its own, never throws into the caller after
 * {@link #start}, and never takes the process down with it, whatever happens to the owner's
 * session.
 */
public interface InputSource extends AutoCloseable {
  /** Short, for people: {@code x11 :0}. What stands for several speaks by several names. */
  String name();

  /**
   * Returns at once. Signals come on the source's thread, the first of each name {@link
   * InputSignal.Working} or {@link InputSignal.Lost}, or the sessions that a list begins with; the
   * sink must be quick. Activity that goes on is told a few times a second at most, and once in two
   * seconds at least; its start at once.
   */
  void start(Consumer<InputSignal> sink);

  /**
   * Told whenever it changes; until told, a guest may. A source that has to poll may take its time
   * while none can.
   */
  default void guestMayRun(boolean may) {}

  /** Ends the thread and waits for it. */
  @Override
  void close();
}
