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
import java.util.List;
import org.junit.jupiter.api.Test;

/** A node whose coordinator may be followed by another hears an answer to each of its words. */
class AnsweredHeartbeatsTest {
  private final VirtualClock clock = new VirtualClock();
  private final InMemoryRecordMaps shelves = new InMemoryRecordMaps();

  @Test
  void whereOthersWaitToLeadEveryHeartbeatIsAnsweredAtOnce() {
    final ControlRound rounds = rounds(true);
    final RecordedSession node = connect(rounds);
    assertThat(node.orders().getFirst().getAccepted().getAnswerMillis()).isPositive();
    node.orders().clear();

    beat(rounds, node);

    assertThat(node.orders()).singleElement().matches(AgentOrder::hasRefresh);
  }

  @Test
  void whereNobodyElseCanLeadAHeartbeatNeedsNoAnswer() {
    final ControlRound rounds = rounds(false);
    final RecordedSession node = connect(rounds);
    assertThat(node.orders().getFirst().getAccepted().getAnswerMillis()).isZero();
    node.orders().clear();

    beat(rounds, node);

    assertThat(node.orders()).isEmpty();
  }

  private ControlRound rounds(boolean answering) {
    return Controls.rounds(
        shelves, new DiscardingHistory(), clock, new GridControl.Terms(1, answering));
  }

  private RecordedSession connect(ControlRound rounds) {
    final RecordedSession node = new RecordedSession("ws1", "key", clock);
    rounds
        .grid()
        .connected(
            node,
            Hello.newBuilder()
                .setIncarnation("run-1")
                .setFacts(NodeFacts.newBuilder().setCores(4))
                .setStatus(available())
                .build());
    round(rounds);
    return node;
  }

  private static void beat(ControlRound rounds, RecordedSession node) {
    node.says("status", AgentReport.newBuilder().setStatus(available()).build());
    rounds.grid().refreshed(node, "status");
    round(rounds);
  }

  private static NodeStatus available() {
    return NodeStatus.newBuilder().setState(NodeState.AVAILABLE.wire()).setWilling(true).build();
  }

  private static void round(ControlRound rounds) {
    assertThat(rounds.run(List.of())).isInstanceOf(ControlRound.Outcome.Done.class);
  }
}
