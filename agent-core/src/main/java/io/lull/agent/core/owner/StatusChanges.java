package io.lull.agent.core.owner;

import io.lull.protocol.wire.NodeStatus;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the changes of a node's status that must be reported at once. Running counters are
 * excluded: heartbeats carry them. For one thread.
 */
public final class StatusChanges {
  private @Nullable Reported last;

  private record Reported(NodeStatus status, String kind, List<String> leaving) {
    static Reported of(NodeCore core, NodeStatus status) {
      return new Reported(
          status.toBuilder()
              .clearReason()
              .clearOwnerIdleMillis()
              .clearOwnerCpu()
              .clearGuestCpu()
              .clearGraceDeadlineEpochMillis()
              .clearGraceLeftMillis()
              .build(),
          core.kind(),
          core.leaving());
    }
  }

  /** The status to report now; empty: no change that cannot wait for a heartbeat. */
  public Optional<NodeStatus> after(NodeCore core) {
    final NodeStatus status = core.toWire();
    final Reported now = Reported.of(core, status);
    if (now.equals(last)) {
      return Optional.empty();
    }
    last = now;
    return Optional.of(status);
  }
}
