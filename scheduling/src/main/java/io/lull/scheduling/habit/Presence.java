package io.lull.scheduling.habit;

import io.lull.protocol.model.NodeState;

/** The presence of a node's owner, derived from the node's state. */
public enum Presence {
  AWAY,
  THERE,
  /** Nothing is heard of the node. */
  UNKNOWN;

  public static Presence of(NodeState state) {
    return switch (state) {
      case AVAILABLE, CLAIMED, RUNNING, DRAINED -> AWAY;
      case OWNER, SUSPENDED, VACATING -> THERE;
      case OFFLINE -> UNKNOWN;
    };
  }
}
