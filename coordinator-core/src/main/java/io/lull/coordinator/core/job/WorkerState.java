package io.lull.coordinator.core.job;

/** The state of a worker process. */
public enum WorkerState {
  /** Its agent was told to start it. */
  STARTING,
  /** It listens for its peers and has no data yet. */
  READY,
  /** It waits without data on a node that the job does not have, or starts to. */
  GHOST,
  /** It belongs to the configuration in force. */
  MEMBER,
  /** It left the configuration, and its data is on the way to a worker that computes already. */
  HANDING_OVER,
  /** Its data is with others; it is about to say that it left. */
  LEAVING,
  /** Its agent was told to end it; its node is not free before it is gone. */
  ENDING;

  /** Whether it can still be, or become, part of a configuration. */
  public boolean usable() {
    return this == STARTING || this == READY || this == MEMBER;
  }

  /** Whether it is out of the configuration and will say when it can go. */
  public boolean goes() {
    return this == HANDING_OVER || this == LEAVING;
  }
}
