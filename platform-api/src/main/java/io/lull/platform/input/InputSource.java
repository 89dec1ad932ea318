package io.lull.platform.input;

import java.util.function.Consumer;

/**
 * Reports when the owner is active. It has its own thread, never throws into the caller after
 * {@link #start}, and never ends the process, whatever happens to the owner's session.
 */
public interface InputSource extends AutoCloseable {
  /** Short, for people: {@code x11 :0}. A composite source uses several names. */
  String name();

  /**
   * Returns at once. Signals come on the source's thread; the first of each name is {@link
   * InputSignal.Working} or {@link InputSignal.Lost}, or the sessions of a list. The sink must be
   * quick. Continuing activity is reported at most a few times per second and at least every two
   * seconds; its start at once.
   */
  void start(Consumer<InputSignal> sink);

  /**
   * Called at each change; initially a guest may run. A source that polls may do so rarely while
   * none can.
   */
  default void guestMayRun(boolean may) {}

  /** Ends the thread and waits for it. */
  @Override
  void close();
}
