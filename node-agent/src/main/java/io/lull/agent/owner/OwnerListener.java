package io.lull.agent.owner;

import io.lull.protocol.wire.NodeStatus;

/** Hears of what the watch decides, on its thread: every method is quick. */
public interface OwnerListener {
  /** On every change that the coordinator should know at once. */
  void status(NodeStatus status);

  /** On whatever the owner's programs may want to know. */
  default void stepped() {}

  /**
   * A worker that had to leave is gone.
   *
   * @param millis from the owner's event to its memory being free
   */
  void vacated(String worker, double millis, boolean killed);

  /** The owner ends the agent. */
  void quit();
}
