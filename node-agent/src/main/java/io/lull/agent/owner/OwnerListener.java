package io.lull.agent.owner;

import io.lull.protocol.wire.NodeStatus;

/** Receives the watch's decisions, on its thread: every method is quick. */
public interface OwnerListener {
  /** Every change that the coordinator should know at once. */
  void status(NodeStatus status);

  /** Every change that the owner's programs may want to know. */
  default void stepped() {}

  /**
   * A worker that had to leave has ended.
   *
   * @param millis from the owner's event to its memory being free
   */
  void vacated(String worker, double millis, boolean killed);

  /** The owner ends the agent. */
  void quit();
}
