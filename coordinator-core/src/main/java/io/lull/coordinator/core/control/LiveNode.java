package io.lull.coordinator.core.control;

import io.lull.coordinator.core.dispatch.NodeEntry;
import io.lull.coordinator.core.job.JobEvent.Placed;
import io.lull.coordinator.core.session.NodeSession;
import io.lull.coordinator.core.session.ReportLedger;
import io.lull.protocol.model.NodeState;
import io.lull.protocol.records.NodeRecord;
import io.lull.protocol.wire.NodeFacts;
import io.lull.protocol.wire.NodeStatus;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The present state of one node. Used by the control loop's thread alone. */
final class LiveNode {
  private static final double LOAD_MEMORY_MILLIS = 5_000;

  NodeRecord record;
  private NodeStatus status;

  /** Since when it is as it is, by its own clock. */
  private long saidSinceMillis;

  /** The same, and at the latest when that was heard: its clock may be ahead of this one. */
  private long sinceMillis;

  /** By its own word. */
  private NodeState own;

  /** What the owner's programs used lately; one moment says little. */
  private double ownerLoad;

  private long heardMillis;

  /** When half of the grace period of a guest that is to leave is over. */
  private long hurryMillis = Placed.NOT_KNOWN;

  ReportLedger history = new ReportLedger("");
  @Nullable NodeSession session;

  /** Its jobs count on it: it is connected, or may still come back in time. */
  boolean online;

  /** When it is given up, unless it comes back; meaningful while online without a session. */
  long returnDeadlineNanos;

  long toldNanos;

  /** What the history has of it; null before this run has told it anything. */
  @Nullable NodeState shown;

  /** What jobs can know of it, when that was last looked at. */
  private @Nullable NodeEntry bearing;

  /** What the other members were last told of it. */
  private @Nullable NodeStatus news;

  LiveNode(NodeRecord record, NodeStatus status) {
    this.record = record;
    this.status = status;
    this.own = own(status);
  }

  NodeStatus status() {
    return status;
  }

  double ownerLoad() {
    return ownerLoad;
  }

  void told(NodeStatus said, long nowMillis) {
    if (said.getSinceEpochMillis() != saidSinceMillis) {
      saidSinceMillis = said.getSinceEpochMillis();
      sinceMillis = Math.min(saidSinceMillis, nowMillis);
    }
    status =
        sinceMillis == saidSinceMillis
            ? said
            : said.toBuilder().setSinceEpochMillis(sinceMillis).build();
    own = own(said);
    ownerLoad +=
        -Math.expm1(-Math.max(0, nowMillis - heardMillis) / LOAD_MEMORY_MILLIS)
            * (said.getOwnerCpu() - ownerLoad);
    heardMillis = nowMillis;
    if (said.getGraceLeftMillis() <= 0) {
      hurryMillis = Placed.NOT_KNOWN;
    } else {
      // Half of what is left now is later than half of the whole, unless the owner shortened it.
      hurryMillis = Math.min(hurryMillis, nowMillis + said.getGraceLeftMillis() / 2);
    }
  }

  /** Takes over what a status says of the machine, which may change while it is connected. */
  void learn(NodeStatus said) {
    final NodeFacts facts = record.getFacts();
    final NodeFacts.Builder now = facts.toBuilder();
    if (!said.getInputSource().isEmpty()) {
      now.setInputSource(said.getInputSource());
    }
    if (!said.getIsolation().isEmpty()) {
      now.setIsolation(said.getIsolation());
    }
    if (said.getSpeed() > 0) {
      now.setSpeed(said.getSpeed());
    }
    final NodeFacts told = now.build();
    if (!told.equals(facts)) {
      record = record.toBuilder().setFacts(told).build();
    }
  }

  String name() {
    return record.getName();
  }

  NodeEntry entry() {
    return new NodeEntry(
        name(), record.getFacts(), status, online, record.getDrained(), hurryMillis, ownerLoad);
  }

  /** What of its status a plan goes by. */
  private NodeStatus essence() {
    return NodeStatus.newBuilder()
        .setState(status.getState())
        .setSinceEpochMillis(status.getSinceEpochMillis())
        .setWilling(status.getWilling())
        .addAllLabels(status.getLabelsList())
        .addAllWelcome(status.getWelcomeList())
        .setOpenNetwork(status.getOpenNetwork())
        .build();
  }

  /** What another leader would like to know of it, when that is new since the last call. */
  Optional<NodeStatus> takeNews() {
    final NodeStatus now = essence();
    if (now.equals(news)) {
      return Optional.empty();
    }
    news = now;
    return Optional.of(now);
  }

  /** The other members were told that it is gone. */
  void dropNews() {
    news = null;
  }

  /** Whether anything has changed, since the last call, that a plan goes by. */
  boolean turned() {
    final NodeEntry entry = entry();
    final NodeEntry now =
        new NodeEntry(
            entry.name(),
            entry.facts(),
            essence(),
            entry.online(),
            entry.drained(),
            entry.hurryMillis(),
            0);
    final boolean turned = !now.equals(bearing);
    bearing = now;
    return turned;
  }

  /** The state as people see it. */
  NodeState state(boolean occupied) {
    if (!online) {
      return NodeState.OFFLINE;
    }
    final boolean idle = own == NodeState.AVAILABLE || own == NodeState.CLAIMED;
    if (record.getDrained() && !occupied && idle) {
      return NodeState.DRAINED;
    }
    return own == NodeState.AVAILABLE && occupied ? NodeState.CLAIMED : own;
  }

  /** By its own word, after which it also sets its pace. */
  boolean hasGuest() {
    return own.hasGuest();
  }

  private static NodeState own(NodeStatus status) {
    try {
      return NodeState.of(status.getState());
    } catch (IllegalArgumentException e) {
      // A newer agent's state that is not known here promises nothing.
      return NodeState.OWNER;
    }
  }
}
