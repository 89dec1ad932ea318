package io.lull.coordinator.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.lull.coordinator.core.job.Generations;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.JobEvent.Placed;
import io.lull.coordinator.core.job.JobHistory;
import io.lull.coordinator.core.job.JobProgress;
import io.lull.coordinator.core.job.JobTargets;
import io.lull.coordinator.core.job.JobTerms;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.PlacedNode;
import io.lull.coordinator.core.job.RecentPace;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.WorkerState;
import io.lull.coordinator.core.job.machine.JobMachine;
import io.lull.protocol.model.EventCause;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.GridDivision;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.NodeFacts;
import io.lull.protocol.wire.NodeStatus;
import io.lull.protocol.wire.Tiling;
import io.lull.scheduling.SharingTerms;
import io.lull.scheduling.adapt.ChangeCosts;
import io.lull.scheduling.adapt.ChangeMethod;
import io.lull.scheduling.adapt.Decision;
import io.lull.scheduling.adapt.ObservedChange;
import io.lull.scheduling.habit.StayCurve;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Nodes that a job could have and that do not pay. */
class OfferedNodesTest {
  private static final long NOW = 1_000_000;

  @Test
  void nodesThatAJobDoesNotNeedAnyMoreAreGivenToOthers() {
    final Job ending = running(1, "a", 1, 4, 2);
    final Dispatch.Outcome outcome =
        plan(List.of(ending, waiting(2, 1, 4)), node("a"), node("b"), node("c"));
    assertThat(names(outcome, "J1")).containsExactly("a");
    assertThat(names(outcome, "J2")).containsExactly("b", "c");
    assertThat(decision(outcome, "J1").chosen()).isEqualTo(ChangeMethod.NONE);
    assertThat(decision(outcome, "J1").why()).startsWith("stayed: adding b");
    assertThat(outcome.decided()).as("a start is no choice").doesNotContainKey("J2");
  }

  @Test
  void aJobWithMuchLeftTakesItsShare() {
    final Dispatch.Outcome outcome =
        plan(List.of(running(1, "a", 1, 4, 2_000)), node("a"), node("b"), node("c"));
    assertThat(names(outcome, "J1")).containsExactly("a", "b", "c");
    assertThat(decision(outcome, "J1").chosen()).isEqualTo(ChangeMethod.ADD);
    assertThat(decision(outcome, "J1").taken()).containsExactly("b", "c");
    assertThat(decision(outcome, "J1").candidates()).hasSize(2);
  }

  @Test
  void theSameDecisionIsNotedOnceInTenMinutes() {
    final Job ending = running(1, "a", 1, 4, 2);
    final NodeEntry[] nodes = {node("a"), node("b")};
    final Decision decision = decision(plan(List.of(ending), nodes), "J1");
    final Job noted = JobMachine.on(ending, new JobEvent.Decided(decision, List.of()), NOW).job();
    assertThat(plan(List.of(noted), nodes).decided()).isEmpty();
    assertThat(plan(List.of(noted), NOW + 599_999, nodes).decided()).isEmpty();
    assertThat(plan(List.of(noted), NOW + 600_000, nodes).decided()).containsKey("J1");
    assertThat(plan(List.of(noted), node("a"), node("b"), node("c")).decided())
        .as("another node is offered")
        .containsKey("J1");
  }

  @Test
  void anOperatorsNumberIsNoChoice() {
    final Job ending = running(1, "a", 1, 4, 2);
    final Job resized = JobMachine.on(ending, new JobEvent.Resize(2), NOW).job();
    final Dispatch.Outcome outcome = plan(List.of(resized), node("a"), node("b"));
    assertThat(names(outcome, "J1")).containsExactly("a", "b");
    assertThat(decision(outcome, "J1").trigger()).isEqualTo(EventCause.OPERATOR);
  }

  @Test
  void aNodeThatReplacesOneThatIsTakenAwayIsNotDeclined() {
    final Job ending = running(1, "a", 1, 1, 2);
    final Dispatch.Outcome outcome = plan(List.of(ending), owned("a"), node("b"));
    assertThat(names(outcome, "J1")).containsExactly("b");
    final Decision decision = decision(outcome, "J1");
    assertThat(decision.chosen()).isEqualTo(ChangeMethod.MIGRATE);
    assertThat(decision.trigger()).isEqualTo(EventCause.OWNER);
    assertThat(decision.taken()).containsExactly("b");
  }

  @Test
  void whatChangesCostOnTheGridDecides() {
    final Job job = running(1, "a", 1, 4, 30);
    final NodeEntry[] nodes = {node("a"), node("b")};
    assertThat(decision(plan(List.of(job), nodes), "J1").chosen()).isEqualTo(ChangeMethod.ADD);
    final ChangeCosts dear =
        ChangeCosts.ASSUMED.refined(
            List.of(
                new ObservedChange(20_000, ObservedChange.First.START, 30_000, 0, 0),
                new ObservedChange(21_000, ObservedChange.First.START, 31_000, 0, 0),
                new ObservedChange(20_000, ObservedChange.First.START, 30_000, 0, 0)));
    final Dispatch.Outcome outcome =
        Dispatch.plan(
            List.of(nodes),
            List.of(job),
            new SharingInputs(SharingTerms.DEFAULT, Map.of(), Map.of(), dear),
            NOW);
    assertThat(decision(outcome, "J1").chosen()).isEqualTo(ChangeMethod.NONE);
  }

  @Test
  void theLayoutSaysHowMuchWouldHaveToMove() {
    final NodeEntry[] nodes = {node("a"), node("b")};
    final Tiling.Builder tiling = Tiling.newBuilder().addExtents(40_000).addExtents(40_000);
    final Job huge = running(1, "a", 1, 4, 60, tiling.setCellBytes(8).build());
    assertThat(decision(plan(List.of(huge), nodes), "J1").chosen()).isEqualTo(ChangeMethod.NONE);
    final Job unsaid = running(1, "a", 1, 4, 60, tiling.clearCellBytes().build());
    assertThat(decision(plan(List.of(unsaid), nodes), "J1").chosen()).isEqualTo(ChangeMethod.ADD);
  }

  @Test
  void dataThatCannotFollowIsExpectedToComeWithTheChange() {
    final Tiling boxes =
        Tiling.newBuilder().addExtents(1_000).addExtents(1_000).setCellBytes(8).build();
    final Tiling dealt =
        boxes.toBuilder()
            .setDivision(GridDivision.newBuilder().addBlockLengths(1).setDealtLines(2))
            .build();
    assertThat(moved(boxes).choice().orElseThrow().method()).isEqualTo(ChangeMethod.STREAMING);
    assertThat(moved(boxes).why()).isEqualTo("an operator wants it so");
    assertThat(moved(dealt).choice().orElseThrow().method()).isEqualTo(ChangeMethod.MIGRATE);
    assertThat(moved(dealt).why()).contains("data cannot follow a change");
    assertThat(moved(dealt).choice().orElseThrow().downtimeMillis())
        .isGreaterThan(moved(boxes).choice().orElseThrow().downtimeMillis());
  }

  private static Decision moved(Tiling tiling) {
    final Job job =
        JobMachine.on(
                running(1, "a", 1, 1, 300, tiling),
                new JobEvent.Migrate("a", "b", ChangeMethod.STREAMING),
                NOW)
            .job();
    return decision(plan(List.of(job), node("a"), node("b")), "J1");
  }

  @Test
  void anOwnerWhoIsAboutToReturnMakesANodeWorthLittle() {
    final Job job = running(1, "a", 1, 4, 300);
    final NodeEntry[] nodes = {node("a"), node("b")};
    final Dispatch.Outcome outcome =
        Dispatch.plan(
            List.of(nodes),
            List.of(job),
            new SharingInputs(
                SharingTerms.DEFAULT,
                Map.of(),
                Map.of("b", StayCurve.even(Duration.ofMillis(300))),
                ChangeCosts.ASSUMED),
            NOW);
    assertThat(decision(outcome, "J1").chosen()).isEqualTo(ChangeMethod.NONE);
  }

  @Test
  void aPlanEndsHoweverManyJobsDecline() {
    final List<Job> jobs = new ArrayList<>();
    final List<NodeEntry> nodes = new ArrayList<>();
    for (int j = 1; j <= 20; j++) {
      jobs.add(running(j, "own" + j, 1, 40, 2));
      nodes.add(node("own" + j));
      nodes.add(node("free" + j));
    }
    final Dispatch.Outcome outcome = Dispatch.plan(nodes, jobs, SharingInputs.EVEN, NOW);
    assertThat(outcome.placed().values()).allMatch(placed -> placed.nodes().size() == 1);
    assertThat(outcome.decided()).hasSize(20);
  }

  @Test
  void theExplanationAgreesWithThePlan() {
    final Job ending = running(1, "a", 1, 4, 2);
    assertThat(
            Dispatch.explainJob(
                List.of(node("a"), node("b")), List.of(ending), SharingInputs.EVEN, NOW, "J1"))
        .startsWith("J1: 1 node, as many as it can use")
        .contains("of the grid's 2 nodes: 1 assigned to it; 1 free");
  }

  private static Dispatch.Outcome plan(List<Job> jobs, NodeEntry... nodes) {
    return plan(jobs, NOW, nodes);
  }

  private static Dispatch.Outcome plan(List<Job> jobs, long nowMillis, NodeEntry... nodes) {
    return Dispatch.plan(List.of(nodes), jobs, SharingInputs.EVEN, nowMillis);
  }

  private static Decision decision(Dispatch.Outcome outcome, String job) {
    return Objects.requireNonNull(outcome.decided().get(job), job).decision();
  }

  private static List<String> names(Dispatch.Outcome outcome, String job) {
    return Objects.requireNonNull(outcome.placed().get(job), job).nodes().stream()
        .map(PlacedNode::name)
        .toList();
  }

  private static Job waiting(long number, int least, int greatest) {
    return Job.submitted(
        new JobTerms(
            number,
            "ada",
            JobSpec.newBuilder().setMinWorkers(least).setMaxWorkers(greatest).build(),
            DataPlane.getDefaultInstance(),
            ByteString.EMPTY,
            NOW + number));
  }

  /**
   * On one node, with so many seconds left, of a second each iteration.
   *
   * @param tilings of its data; none: it is small
   */
  private static Job running(
      long number, String node, int least, int greatest, long secondsLeft, Tiling... tilings) {
    final Job job = waiting(number, least, greatest);
    final String worker = job.id() + "-w1";
    final JobProgress start = JobProgress.START;
    return new Job(
        job.terms(),
        new Phase.Running(NOW, false, null, Phase.Change.NONE),
        Map.of(
            worker,
            new Worker(
                worker,
                1,
                node,
                WorkerState.MEMBER,
                false,
                "10.0.0.1",
                7000,
                new Worker.Since(1, NOW, NOW))),
        new JobProgress(
            Layout.newBuilder()
                .setEpoch(1)
                .addMembers(Member.newBuilder().setWorker(worker).setNode(node).setWeight(1))
                .addAllTilings(List.of(tilings))
                .build(),
            start.numbers(),
            start.picture(),
            new JobProgress.Gauge(
                10_000, 10_000 + secondsLeft, 10_000, 1.0, 1.0, 10_000, RecentPace.NONE),
            Map.of(),
            null,
            Map.of()),
        Generations.NONE,
        JobTargets.NONE.with(
            new Placed(
                List.of(new PlacedNode(node, "10.0.0.1", 7500, 1, List.of())),
                List.of(),
                Map.of(),
                EventCause.SCHEDULER,
                "given"),
            NOW),
        JobHistory.EMPTY);
  }

  private static NodeEntry node(String name) {
    return entry(name, "available", true);
  }

  private static NodeEntry owned(String name) {
    return entry(name, "owner", false);
  }

  private static NodeEntry entry(String name, String state, boolean willing) {
    return new NodeEntry(
        name,
        NodeFacts.newBuilder()
            .setOs("linux")
            .setCores(4)
            .setMemoryBytes(8L << 30)
            .setSpeed(1.0)
            .setHost("10.0.0.1")
            .setPiecePort(7500)
            .build(),
        NodeStatus.newBuilder().setState(state).setWilling(willing).build(),
        true,
        false,
        Placed.NOT_KNOWN,
        0);
  }
}
