package io.lull.reconfig.model;

/** The ways in which state enters a configuration. */
public enum Entry {
  /** Nothing was computed yet: the state has no values. */
  FRESH,
  /** From the workers' memory. */
  MOVED,
  /** From a checkpoint. */
  RESTORED
}
