package io.lull.coordinator.core.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.session.RecordedSession;
import io.lull.coordinator.core.store.DiscardingHistory;
import io.lull.coordinator.core.store.InMemoryRecordMaps;
import io.lull.protocol.model.NodeState;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.Hello;
import io.lull.protocol.wire.NodeFacts;
import io.lull.protocol.wire.NodeStatus;
import io.lull.testkit.time.VirtualClock;
import org.junit.jupiter.api.Test;

/** A node whose coordinator may be followed by another hears an answer to each of its words. */
class AnsweredHeartbeatsTest {
  private final VirtualClock clock = new VirtualClock();
  private final InMemoryRecordMaps shelves = new InMemoryRecordMaps();

  @Test
  void whereOthersWaitToLeadEveryHeartbeatIsAnsweredAtOnce() {
    final GridControl control = control(true);
    final RecordedSession node = connect(control);
    assertThat(node.orders().getFirst().getAccepted().getAnswerMillis()).isPositive();
    node.orders().clear();

    beat(control, node);

    assertThat(node.orders()).singleElement().matches(AgentOrder::hasRefresh);
  }

  @Test
  void whereNobodyElseCanLeadAHeartbeatNeedsNoAnswer() {
    final GridControl control = control(false);
    final RecordedSession node = connect(control);
    assertThat(node.orders().getFirst().getAccepted().getAnswerMillis()).isZero();
    node.orders().clear();

    beat(control, node);

    assertThat(node.orders()).isEmpty();
  }

  private GridControl control(boolean answering) {
    return Controls.of(
        shelves, new DiscardingHistory(), clock, new GridControl.Terms(1, answering));
  }

  private RecordedSession connect(GridControl control) {
    final RecordedSession node = new RecordedSession("ws1", "key", clock);
    control.connected(
        node,
        Hello.newBuilder()
            .setIncarnation("run-1")
            .setFacts(NodeFacts.newBuilder().setCores(4))
            .setStatus(available())
            .build());
    round(control);
    return node;
  }

  private static void beat(GridControl control, RecordedSession node) {
    node.says("status", AgentReport.newBuilder().setStatus(available()).build());
    control.refreshed(node, "status");
    round(control);
  }

  private static NodeStatus available() {
    return NodeStatus.newBuilder().setState(NodeState.AVAILABLE.wire()).setWilling(true).build();
  }

  private static void round(GridControl control) {
    control.decide();
    control.store();
    control.release();
  }
}
