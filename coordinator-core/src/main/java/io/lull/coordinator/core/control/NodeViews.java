package io.lull.coordinator.core.control;

import io.lull.coordinator.core.job.Job;
import io.lull.protocol.model.NodeState;
import io.lull.protocol.wire.NodeFacts;
import io.lull.protocol.wire.NodeStatus;
import io.lull.protocol.wire.NodeView;
import io.lull.protocol.wire.Record;
import io.lull.protocol.wire.RecordView;
import org.jspecify.annotations.Nullable;

/** A node as people see it. */
final class NodeViews {
  private static final double MILLIS_PER_SECOND = 1000.0;
  private static final int NO_RANK = -1;

  private NodeViews() {}

  /**
   * @param job that has a process there; null for none
   */
  static NodeView of(LiveNode node, @Nullable Job job) {
    final NodeFacts facts = node.record.getFacts();
    final NodeStatus status = node.status();
    final NodeState state = node.state(job != null);
    return NodeView.newBuilder()
        .setName(node.name())
        .setState(state.wire())
        .setReason(reason(node, state))
        .setSince(status.getSinceEpochMillis())
        .setOwnerIdleSeconds(status.getOwnerIdleMillis() / MILLIS_PER_SECOND)
        .setOwnerCpu(status.getOwnerCpu())
        .setGuestCpu(status.getGuestCpu())
        .setCores(facts.getCores())
        .setMemoryBytes(facts.getMemoryBytes())
        .setSpeed(facts.getSpeed())
        .setOs(facts.getOs())
        .setInputSource(facts.getInputSource())
        .setIsolation(facts.getIsolation())
        .setJob(job == null ? "" : job.id())
        .setRank(job == null ? NO_RANK : job.rankOn(node.name()))
        .setReclaims(record(status.getReclaims()))
        .setVacate(record(status.getVacates()))
        .setLostReclaims(status.getLostReclaims())
        .setDrainedBy(node.record.getDrained() ? node.record.getDrainedBy() : "")
        .setDrainBy(node.record.getDrainBy())
        .addAllLabels(status.getLabelsList())
        .addAllWelcome(status.getWelcomeList())
        .setOpenNetwork(status.getOpenNetwork())
        .setImages(facts.getImages())
        .build();
  }

  private static String reason(LiveNode node, NodeState state) {
    if (state == NodeState.DRAINED) {
      return "drained by " + node.record.getDrainedBy();
    }
    return node.online && node.record.getDrained()
        ? node.status().getReason() + "; drained by " + node.record.getDrainedBy()
        : node.status().getReason();
  }

  private static RecordView record(Record record) {
    return RecordView.newBuilder()
        .setCount(record.getCount())
        .setLastMillis(record.getLastMillis())
        .setMedianMillis(record.getMedianMillis())
        .setMaxMillis(record.getMaxMillis())
        .build();
  }
}
