package io.lull.agent.core.owner;

import io.lull.agent.core.owner.GuestState.Leave;
import io.lull.agent.core.owner.GuestState.Phase;
import io.lull.protocol.model.NodeState;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A step, and what of it belongs in the owner's record.
 *
 * @param event that caused it
 */
public record StepRecord(NodeCore before, NodeEvent event, NodeCore after) {
  /** Reports this step to the owner's record. */
  public void writeTo(GuestRecorder recorder) {
    recorder.used(use(), after.last().epochMillis());
    if (before.guests().equals(after.guests())) {
      return;
    }
    for (final Map.Entry<String, GuestState> entry : after.guests().entrySet()) {
      changed(entry.getKey(), before.guests().get(entry.getKey()), entry.getValue(), recorder);
    }
    for (final Map.Entry<String, GuestState> entry : before.guests().entrySet()) {
      final Leave leave = entry.getValue().leave();
      if (!after.guests().containsKey(entry.getKey()) && leave != null && leave.owner()) {
        recorder.vacated(
            entry.getKey(), millis(leave.causeNanos(), after.last().nanos()), leave.killed());
      }
    }
  }

  private String use() {
    if (after.hasGuests()) {
      return "guest";
    }
    return after.state() == NodeState.AVAILABLE ? "idle" : "owner";
  }

  private void changed(
      String worker, @Nullable GuestState was, GuestState is, GuestRecorder recorder) {
    if (is.phase() == Phase.READY && (was == null || was.phase() != Phase.READY)) {
      recorder.served(worker);
    }
    final Leave leave = is.leave();
    final Leave left = was == null ? null : was.leave();
    if (leave == null || !leave.owner()) {
      return;
    }
    if (left == null) {
      recorder.reclaimed(
          worker,
          new GuestRecorder.Return(
              after.last().epochMillisAt(leave.causeNanos()), leave.why(), source(), kind()));
    }
    final boolean held = is.hold() != null && is.hold().confirmed();
    final boolean wasHeld = was != null && was.hold() != null && was.hold().confirmed();
    if (held && !wasHeld) {
      recorder.held(worker, millis(leave.causeNanos(), heldNanos()));
    } else if (held && left == null) {
      recorder.held(worker, 0);
    }
    if (leave.killed()
        && left != null
        && !left.killed()
        && after.last().nanos() - leave.deadlineNanos() >= 0
        && !(event instanceof NodeEvent.LeaseLost)) {
      recorder.incident(worker, "had not left when its grace period ended");
    }
  }

  private long heldNanos() {
    return event instanceof NodeEvent.GuestHeld held ? held.nanos() : after.last().nanos();
  }

  /** A guest that leaves while its owner is away has another reason. */
  private String kind() {
    return after.verdict().judgement().away() ? "" : after.kind();
  }

  private String source() {
    return switch (event) {
      case NodeEvent.Input e -> e.source();
      case NodeEvent.Engaged e -> e.source();
      case NodeEvent.SourceHealth e -> e.source();
      default -> "";
    };
  }

  private static double millis(long fromNanos, long toNanos) {
    return Math.max(0, toNanos - fromNanos) / 1e6;
  }
}
