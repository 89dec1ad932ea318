package io.lull.agent.core.settings;

/** How a guest leaves when its owner is back. */
public enum Policy {
  /** Held at once, then given the grace period to hand its data over. */
  GENTLE,
  /** Stopped and ended at once; the job goes back to its last checkpoint. */
  STRICT,
  /** Held at once, and let stay for a while as long as the owner's programs want little. */
  LINGER
}
