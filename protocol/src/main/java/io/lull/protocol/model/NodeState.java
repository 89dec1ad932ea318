package io.lull.protocol.model;

import java.util.Locale;

/** The states of a node. */
public enum NodeState {
  /** The owner is there, or nobody can tell. */
  OWNER,
  /** The owner has been away for long enough. */
  AVAILABLE,
  /** Promised to a job whose worker is being started. */
  CLAIMED,
  /** A worker computes. */
  RUNNING,
  /** A worker stands still, its memory kept. */
  SUSPENDED,
  /** A worker is leaving: it has until the grace period ends. */
  VACATING,
  /** An operator keeps jobs away. */
  DRAINED,
  /** No agent answers. */
  OFFLINE;

  /** A worker is here, or on its way. */
  public boolean hasGuest() {
    return this == CLAIMED || this == RUNNING || this == SUSPENDED || this == VACATING;
  }

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException for a state this version does not know
   */
  public static NodeState of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
