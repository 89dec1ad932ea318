package io.lull.reconfig.message;

/**
 * A task that only reacts: it is called for each message, and a safe point lies between any two of
 * them. So it may move whenever it waits.
 */
public non-sealed interface EventTask extends Task {

  /** Before the first message, once in the task's life: sends what begins the computation. */
  default void begin(Peers peers) {}

  /**
   * Takes the next message, in the order in which they came. It may send, and receive nothing.
   *
   * @return whether the task goes on; otherwise it has ended
   */
  boolean on(Message message, Peers peers);
}
