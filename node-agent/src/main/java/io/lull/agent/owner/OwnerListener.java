package io.lull.agent.owner;

import io.lull.agent.core.owner.NodeEffect;
import io.lull.protocol.wire.NodeStatus;

/** Receives the watch's decisions, on its thread: every method is quick. */
public interface OwnerListener {
  /** Every change that the coordinator should know at once. */
  void status(NodeStatus status);

  /** Every change that the owner's programs may want to know. */
  default void stepped() {}

  /** A worker that had to leave has ended. */
  void vacated(NodeEffect.ReportVacated guest);

  /** The owner ends the agent. */
  void quit();
}
