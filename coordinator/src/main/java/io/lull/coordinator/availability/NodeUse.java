package io.lull.coordinator.availability;

import io.lull.protocol.model.NodeState;
import java.util.Locale;

/** The uses of a node in availability histories. */
public enum NodeUse {
  /** Its owner has it. */
  OWNER,
  /** A job could have it. */
  AVAILABLE,
  /** A job has it, or is about to leave it. */
  RUNNING,
  /** No agent answers, or an operator keeps jobs away. */
  OFFLINE;

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static NodeUse of(NodeState state) {
    return switch (state) {
      case OWNER -> OWNER;
      case AVAILABLE -> AVAILABLE;
      case CLAIMED, RUNNING, SUSPENDED, VACATING -> RUNNING;
      case DRAINED, OFFLINE -> OFFLINE;
    };
  }
}
