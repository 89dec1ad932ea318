package io.lull.coordinator.core.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.control.ControlRound.Outcome;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.session.RecordedSession;
import io.lull.coordinator.core.store.InMemoryRecordMaps;
import io.lull.coordinator.core.store.JobStore;
import io.lull.coordinator.core.store.NodeHistory;
import io.lull.protocol.model.JobState;
import io.lull.protocol.model.NodeState;
import io.lull.protocol.wire.AgentOrder;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.FromWorker;
import io.lull.protocol.wire.HeldPiece;
import io.lull.protocol.wire.NodeStatus;
import io.lull.protocol.wire.Ready;
import io.lull.protocol.wire.RunningWorker;
import io.lull.protocol.wire.WorkerEnded;
import io.lull.protocol.wire.WorkerReport;
import io.lull.testkit.time.VirtualClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class GridControlTest {
  private final VirtualClock clock = new VirtualClock();
  private final InMemoryRecordMaps shelves = new InMemoryRecordMaps();
  private final KeptHistory history = new KeptHistory();
  private ControlRound rounds = rounds(1);
  private GridControl control = rounds.grid();

  @Test
  void anOrderLeavesOnlyWhenTheJobItFollowsFromIsStored() {
    final RecordedSession node = connect("ws1", "key", "run-1");
    round();
    node.orders().clear();
    submit();
    shelves.refuseWrites(1);

    assertThat(rounds.run(List.of())).isInstanceOf(Outcome.Retry.class);
    assertThat(node.orders()).isEmpty();

    assertThat(rounds.resume()).isInstanceOf(Outcome.Done.class);
    assertThat(node.orders()).anyMatch(AgentOrder::hasStartWorker);
    assertThat(new JobStore(shelves).all())
        .extracting(Job::state)
        .containsExactly(JobState.STARTING);
  }

  @Test
  void aReportIsAcknowledgedOnlyWhenWhatItDidIsStored() {
    final RecordedSession node = connect("ws1", "key", "run-1");
    submit();
    round();
    node.orders().clear();
    control.reported(node, ready(1));
    shelves.refuseWrites(1);

    assertThat(rounds.run(List.of())).isInstanceOf(Outcome.Retry.class);
    assertThat(node.orders()).isEmpty();

    assertThat(rounds.resume()).isInstanceOf(Outcome.Done.class);
    assertThat(node.orders()).last().returns(1L, AgentOrder::getAcknowledged);
  }

  @Test
  void aSilentNodeWithAGuestIsLostAfterFourSeconds() {
    final RecordedSession node = connect("ws1", "key", "run-1");
    round();
    control.reported(node, status(1, "running"));
    round();

    ticks(Duration.ofSeconds(4));
    assertThat(state("ws1")).isEqualTo(NodeState.RUNNING);

    ticks(Duration.ofMillis(400));
    assertThat(state("ws1")).isEqualTo(NodeState.OFFLINE);
  }

  @Test
  void aSilentNodeWithoutAGuestIsLostAfterTwentySeconds() {
    final RecordedSession node = connect("ws1", "key", "run-1");
    round();

    ticks(Duration.ofSeconds(20));
    assertThat(state("ws1")).isEqualTo(NodeState.AVAILABLE);

    ticks(Duration.ofMillis(400));
    assertThat(state("ws1")).isEqualTo(NodeState.OFFLINE);
    assertThat(node.ended()).isTrue();
  }

  @Test
  void aBrokenConnectionMayComeBackWithinTwoSeconds() {
    final RecordedSession node = connect("ws1", "key", "run-1");
    round();
    control.disconnected(node);

    ticks(Duration.ofSeconds(1));
    assertThat(state("ws1")).isEqualTo(NodeState.AVAILABLE);
    final RecordedSession again = connect("ws1", "key", "run-1");
    ticks(Duration.ofSeconds(2));
    assertThat(state("ws1")).isEqualTo(NodeState.AVAILABLE);

    control.disconnected(again);
    ticks(Duration.ofMillis(2400));
    assertThat(state("ws1")).isEqualTo(NodeState.OFFLINE);
  }

  @Test
  void theCoordinatorsOwnPauseIsNotHeldAgainstTheNodes() {
    final RecordedSession node = connect("ws1", "key", "run-1");
    round();

    clock.advance(Duration.ofSeconds(30));
    round();
    assertThat(state("ws1")).isEqualTo(NodeState.AVAILABLE);

    node.hear();
    ticks(Duration.ofSeconds(3));
    assertThat(state("ws1")).isEqualTo(NodeState.AVAILABLE);
  }

  @Test
  void theSameNameWithAnotherCertificateIsRefusedForGood() {
    connect("ws1", "key", "run-1");

    final RecordedSession other = connect("ws1", "another key", "run-2");

    assertThat(other.orders()).singleElement().matches(order -> order.getRefused().getFinal());
    assertThat(other.ended()).isTrue();
  }

  @Test
  void aNodeThatObeyedANewerCoordinatorIsNotTaken() {
    final RecordedSession node = new RecordedSession("ws1", "key", clock);

    control.connected(node, Controls.hello("run-1").toBuilder().setFenceSeen(2).build());

    assertThat(node.orders()).singleElement().matches(order -> !order.getRefused().getFinal());
  }

  @Test
  void theGreetingComesBeforeEveryOtherOrder() {
    submit();
    final RecordedSession node = connect("ws1", "key", "run-1");
    round();

    assertThat(node.orders()).first().matches(AgentOrder::hasAccepted);
    assertThat(node.orders()).anyMatch(AgentOrder::hasStartWorker);
  }

  @Test
  void piecesOfAJobThatNobodyKnowsAreDropped() {
    final RecordedSession node = new RecordedSession("ws1", "key", clock);
    control.connected(
        node,
        Controls.hello("run-1").toBuilder()
            .addPieces(HeldPiece.newBuilder().setJob("J7").setGeneration(1))
            .build());
    round();

    assertThat(node.orders())
        .filteredOn(AgentOrder::hasDropPieces)
        .singleElement()
        .returns("J7", order -> order.getDropPieces().getJob());
  }

  @Test
  void aNodeWithoutAGuestIsToldSomethingAtLeastEveryTenSeconds() {
    final RecordedSession node = connect("ws1", "key", "run-1");
    round();
    node.orders().clear();
    clock.advance(Duration.ofMillis(10_001));

    round();

    assertThat(node.orders()).singleElement().matches(AgentOrder::hasRefresh);
  }

  @Test
  void theNodesStatesAreWrittenDownAsTheyChange() {
    final RecordedSession node = connect("ws1", "key", "run-1");
    round();
    control.reported(node, status(1, "owner"));
    round();
    control.reported(node, status(2, "owner"));
    round();

    assertThat(history.changes)
        .extracting(NodeHistory.Change::state)
        .containsExactly(NodeState.AVAILABLE, NodeState.OWNER);
  }

  @Test
  void aNodeIsWrittenDownAsClaimedAndFreeAgainThoughItSaysNothingOfItself() {
    final RecordedSession node = connect("ws1", "key", "run-1");
    round();
    submit();
    round();
    control.jobs().tell("J1", new JobEvent.Cancel("ada"));
    round();
    control.reported(node, ended(1));
    round();

    assertThat(history.changes)
        .extracting(NodeHistory.Change::state)
        .containsExactly(NodeState.AVAILABLE, NodeState.CLAIMED, NodeState.AVAILABLE);
  }

  @Test
  void peopleSeeANodesLabels() {
    final RecordedSession node = connect("ws1", "key", "run-1");
    round();
    control.reported(
        node,
        AgentReport.newBuilder()
            .setSequence(1)
            .setStatus(NodeStatus.newBuilder().setState("owner").addLabels("room=2.14"))
            .build());
    round();

    assertThat(NodeViews.of(control.nodes().find("ws1").orElseThrow(), null).getLabelsList())
        .containsExactly("room=2.14");
  }

  @Test
  void aRestartIsNotNoticedByAJobWhoseAgentsComeBack() {
    final RecordedSession node = connect("ws1", "key", "run-1");
    submit();
    round();
    final String worker =
        node.orders().stream()
            .filter(AgentOrder::hasStartWorker)
            .findFirst()
            .orElseThrow()
            .getStartWorker()
            .getWorker();

    rounds = rounds(2);
    control = rounds.grid();
    rounds.begin();
    ticks(Duration.ofSeconds(5));
    assertThat(state("ws1")).isNotEqualTo(NodeState.OFFLINE);
    final RecordedSession again = new RecordedSession("ws1", "key", clock);
    control.connected(
        again,
        Controls.hello("run-1").toBuilder()
            .addWorkers(RunningWorker.newBuilder().setJob("J1").setWorker(worker))
            .build());
    round();

    assertThat(again.orders().getFirst().getAccepted().getWantedWorkersList())
        .containsExactly(worker);
    assertThat(again.orders()).allMatch(order -> order.getFence() == 2);
  }

  private ControlRound rounds(long fence) {
    return Controls.rounds(shelves, history, clock, new GridControl.Terms(fence, false));
  }

  private void round() {
    assertThat(rounds.run(List.of())).isInstanceOf(Outcome.Done.class);
  }

  private void ticks(Duration duration) {
    for (Duration passed = Duration.ZERO;
        passed.compareTo(duration) < 0;
        passed = passed.plus(Timings.TICK)) {
      clock.advance(Timings.TICK);
      round();
    }
  }

  private RecordedSession connect(String node, String key, String incarnation) {
    final RecordedSession link = new RecordedSession(node, key, clock);
    control.connected(link, Controls.hello(incarnation));
    return link;
  }

  private void submit() {
    control.jobs().add(Controls.job(1, clock));
  }

  @Test
  void startsNothingOfAUserWhomTheOwnerDoesNotTake() {
    final RecordedSession node = connect("ws1", "key", "run-1");
    control.reported(
        node,
        AgentReport.newBuilder()
            .setSequence(1)
            .setStatus(
                NodeStatus.newBuilder().setState("available").setWilling(true).addWelcome("bob"))
            .build());
    submit();
    round();
    assertThat(node.orders()).noneMatch(AgentOrder::hasStartWorker);
    final Job job = control.jobs().find("J1").orElseThrow();
    assertThat(control.explanations().of(job))
        .contains("of the grid's 1 node: 1 unfit (jobs of ada are not admitted there)");
    assertThat(control.explanations().of(control.nodes().find("ws1").orElseThrow()))
        .anyMatch(line -> line.startsWith("ws1 is free"));
  }

  @Test
  void saysForHowLongANodeIsLikelyToStayIdle() {
    connect("ws1", "key", "run-1");
    round();
    ticks(Timings.TICK);
    assertThat(control.nodes().outlook(control.nodes().find("ws1").orElseThrow()))
        .hasValueSatisfying(outlook ->
            assertThat(outlook.sentence()).startsWith("likely to stay idle for about 3 h: "));
  }

  private NodeState state(String node) {
    return control.nodes().find(node).orElseThrow().state(false);
  }

  private static AgentReport ready(long sequence) {
    return AgentReport.newBuilder()
        .setSequence(sequence)
        .setFromWorker(
            FromWorker.newBuilder()
                .setJob("J1")
                .setWorker("J1-w1")
                .setReport(
                    WorkerReport.newBuilder()
                        .setReady(Ready.newBuilder().setHost("127.0.0.1").setPort(9))))
        .build();
  }

  private static AgentReport ended(long sequence) {
    return AgentReport.newBuilder()
        .setSequence(sequence)
        .setWorkerEnded(WorkerEnded.newBuilder().setJob("J1").setWorker("J1-w1"))
        .build();
  }

  private static AgentReport status(long sequence, String state) {
    return AgentReport.newBuilder()
        .setSequence(sequence)
        .setStatus(NodeStatus.newBuilder().setState(state))
        .build();
  }
}
