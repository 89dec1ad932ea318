package io.lull.reconfig.model;

/** How the state came into a configuration. */
public enum Entry {
  /** Nothing was computed yet: the state has no values. */
  FRESH,
  /** From the workers' memory. */
  MOVED,
  /** From a checkpoint. */
  RESTORED
}
