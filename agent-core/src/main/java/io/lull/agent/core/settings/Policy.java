package io.lull.agent.core.settings;

/** How a guest leaves when its owner returns. */
public enum Policy {
  /** Held at once, then given the grace period to hand over its data. */
  GENTLE,
  /** Stopped and ended at once; the job continues from its last checkpoint. */
  STRICT,
  /** Held at once, and allowed to stay for a while as long as the owner's programs need little. */
  LINGER
}
