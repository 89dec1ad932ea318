package io.lull.coordinator.core.control;

import io.lull.protocol.records.NodeRecord;
import java.util.Optional;

/** When jobs leave a node that is drained: at once, or in time for a later moment. */
final class Draining {
  private Draining() {}

  /**
   * @param byMillis when jobs are to have left; 0: at once
   */
  static NodeRecord of(NodeRecord node, long byMillis, String by, long nowMillis) {
    final boolean now = begins(byMillis, nowMillis);
    return node.toBuilder().setDrained(now).setDrainBy(now ? 0 : byMillis).setDrainedBy(by).build();
  }

  static NodeRecord none(NodeRecord node) {
    return node.toBuilder().setDrained(false).clearDrainBy().clearDrainedBy().build();
  }

  /** The node once its jobs must begin to leave; empty: they need not yet, or do already. */
  static Optional<NodeRecord> due(NodeRecord node, long nowMillis) {
    return node.getDrainBy() != 0 && begins(node.getDrainBy(), nowMillis)
        ? Optional.of(node.toBuilder().setDrained(true).clearDrainBy().build())
        : Optional.empty();
  }

  private static boolean begins(long byMillis, long nowMillis) {
    return nowMillis >= byMillis - Timings.DRAIN_AHEAD.toMillis();
  }
}
