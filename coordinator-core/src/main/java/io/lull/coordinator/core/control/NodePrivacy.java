package io.lull.coordinator.core.control;

import io.lull.coordinator.core.access.Caller;
import io.lull.protocol.model.NodeState;
import io.lull.protocol.wire.NodeView;
import java.time.Duration;

/**
 * What users see of a node: enough to understand their jobs, and of its owner only that the
 * computer is in use. Owners are employees; only administrators see more ({@code
 * docs/what-lull-sees.md}).
 */
final class NodePrivacy {
  /** Idle times are coarse, and so late by up to this. */
  static final Duration IDLE_STEP = Duration.ofMinutes(15);

  /** Habits are told in whole hours. */
  static final Duration HABIT_STEP = Duration.ofHours(1);

  private static final double MILLIS_PER_SECOND = 1000;

  private NodePrivacy() {}

  /** The view that this caller may have. */
  static NodeView of(NodeView full, Caller caller) {
    if (caller.administers()) {
      return full;
    }
    return full.toBuilder()
        .setReduced(true)
        .setReason(reason(full))
        .setSince(full.getSince() - full.getSince() % IDLE_STEP.toMillis())
        .setOwnerIdleSeconds(whole(full.getOwnerIdleSeconds(), IDLE_STEP))
        .setLikelyIdleSeconds(whole(full.getLikelyIdleSeconds(), HABIT_STEP))
        .clearOwnerCpu()
        .clearInputSource()
        .clearReclaims()
        .clearVacate()
        .clearLostReclaims()
        .clearWelcome()
        .addAllWelcome(full.getWelcomeList().stream().filter(caller::isPerson).toList())
        .build();
  }

  /** Without what the owner does, or how that was noticed. */
  private static String reason(NodeView full) {
    final NodeState state = NodeState.of(full.getState());
    final String drained = full.getDrainedBy().isEmpty() ? "" : "drained by " + full.getDrainedBy();
    if (state == NodeState.DRAINED) {
      return drained;
    }
    return general(state) + (drained.isEmpty() ? "" : "; " + drained);
  }

  private static String general(NodeState state) {
    return switch (state) {
      case OWNER -> "it is in use, or its owner does not offer it now";
      case AVAILABLE -> "it waits for a job";
      case CLAIMED -> "a job is about to use it";
      case RUNNING -> "a job uses it";
      case SUSPENDED -> "its job pauses, because it is in use";
      case VACATING -> "its job leaves, because it is in use";
      case OFFLINE -> "it does not respond";
      case DRAINED -> "it is drained";
    };
  }

  private static double whole(double seconds, Duration step) {
    final double steps = Math.floor(seconds * MILLIS_PER_SECOND / step.toMillis());
    return steps * step.toMillis() / MILLIS_PER_SECOND;
  }
}
