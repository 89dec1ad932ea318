package io.lull.coordinator.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.JobEvent.Placed;
import io.lull.coordinator.core.job.JobTerms;
import io.lull.coordinator.core.job.PlacedNode;
import io.lull.coordinator.core.job.machine.JobMachine;
import io.lull.protocol.model.EventCause;
import io.lull.protocol.wire.Bag;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.NodeFacts;
import io.lull.protocol.wire.NodeStatus;
import io.lull.protocol.wire.WorkerEnded;
import io.lull.scheduling.SharingTerms;
import io.lull.scheduling.adapt.ChangeCosts;
import io.lull.scheduling.habit.StayCurve;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class DispatchTest {
  private static final long NOW = 1_000_000;
  private static final Blob IMAGE = Blob.newBuilder().setName("image.tar").build();

  @Test
  void placesAJobOnTheNodesThatAreAvailable() {
    final Dispatch.Outcome outcome =
        Dispatch.plan(
            List.of(node("a"), owned("b"), node("c")),
            List.of(job(1, 1, 4)),
            SharingInputs.EVEN,
            NOW);
    assertThat(names(placed(outcome, "J1"))).containsExactly("a", "c");
    assertThat(outcome.claims()).containsEntry("a", "J1").containsEntry("c", "J1").hasSize(2);
  }

  @Test
  void aJobThatIsHeldGivesItsNodesToOthersAndGetsThemBackWhenItIsReleased() {
    final List<NodeEntry> nodes = List.of(node("a"), node("b"));
    Job first =
        given(job(1, 2, 2), Dispatch.plan(nodes, List.of(job(1, 2, 2)), SharingInputs.EVEN, NOW));
    assertThat(first.placed().nodes()).hasSize(2);
    first = JobMachine.on(first, new JobEvent.Hold("ada"), NOW).job();
    Job second = job(2, 2, 2);
    Dispatch.Outcome outcome =
        Dispatch.plan(nodes, List.of(first, second), SharingInputs.EVEN, NOW);
    assertThat(placed(outcome, "J1").nodes()).isEmpty();
    assertThat(placed(outcome, "J1").cause()).isEqualTo(EventCause.OPERATOR);
    assertThat(placed(outcome, "J1").reason())
        .isEqualTo("held by ada (lull release J1 lets it continue)");
    assertThat(placed(outcome, "J2").reason())
        .isEqualTo("waits for a, b, which other jobs are about to leave");

    first = workersEnded(given(first, outcome), "a", "b");
    second = given(second, outcome);
    outcome = Dispatch.plan(nodes, List.of(first, second), SharingInputs.EVEN, NOW);
    assertThat(names(placed(outcome, "J2"))).containsExactly("a", "b");

    final Job released = JobMachine.on(first, new JobEvent.Release(), NOW).job();
    outcome = Dispatch.plan(nodes, List.of(released), SharingInputs.EVEN, NOW);
    assertThat(names(placed(outcome, "J1"))).containsExactly("a", "b");
  }

  @Test
  void isSilentWhenNothingChanged() {
    final List<NodeEntry> nodes = List.of(node("a"), node("b"));
    final Job placed =
        given(job(1, 1, 2), Dispatch.plan(nodes, List.of(job(1, 1, 2)), SharingInputs.EVEN, NOW));
    assertThat(Dispatch.plan(nodes, List.of(placed), SharingInputs.EVEN, NOW).placed()).isEmpty();
  }

  @Test
  void neverGivesOneNodeToTwoJobs() {
    final List<NodeEntry> nodes = List.of(node("a"), node("b"), node("c"), node("d"));
    final Job first =
        given(job(1, 1, 4), Dispatch.plan(nodes, List.of(job(1, 1, 4)), SharingInputs.EVEN, NOW));
    final Job second = job(2, 1, 4);
    final Dispatch.Outcome outcome =
        Dispatch.plan(nodes, List.of(first, second), SharingInputs.EVEN, NOW);
    assertThat(names(placed(outcome, "J1"))).hasSize(2);
    final Placed waits = placed(outcome, "J2");
    assertThat(waits.nodes()).isEmpty();
    assertThat(waits.reason()).isEqualTo("waits for c, d, which other jobs are about to leave");
    assertThat(outcome.claims())
        .containsOnly(
            Map.entry("a", "J1"), Map.entry("b", "J1"), Map.entry("c", "J1"), Map.entry("d", "J1"));
  }

  @Test
  void givesANodeOnWhenTheOtherJobHasLeftIt() {
    final List<NodeEntry> nodes = List.of(node("a"), node("b"));
    Job first =
        given(job(1, 1, 2), Dispatch.plan(nodes, List.of(job(1, 1, 2)), SharingInputs.EVEN, NOW));
    Job second = job(2, 1, 2);
    Dispatch.Outcome outcome =
        Dispatch.plan(nodes, List.of(first, second), SharingInputs.EVEN, NOW);
    first = given(first, outcome);
    second = given(second, outcome);
    first =
        JobMachine.on(
                first,
                new JobEvent.Ended("b", WorkerEnded.newBuilder().setWorker("J1-w2").build()),
                NOW)
            .job();
    outcome = Dispatch.plan(nodes, List.of(first, second), SharingInputs.EVEN, NOW);
    assertThat(names(placed(outcome, "J2"))).containsExactly("b");
  }

  @Test
  void sharesNothingThatIsDrainedOfflineOrInUse() {
    final NodeEntry busy =
        said(
            "d",
            node("d").facts(),
            NodeStatus.newBuilder().setState("running").setWilling(true).build());
    final NodeEntry drained =
        new NodeEntry("b", node("b").facts(), node("b").status(), true, true, Placed.NOT_KNOWN, 0);
    final NodeEntry offline =
        new NodeEntry(
            "c", node("c").facts(), node("c").status(), false, false, Placed.NOT_KNOWN, 0);
    final Dispatch.Outcome outcome =
        Dispatch.plan(
            List.of(owned("a"), drained, offline, busy),
            List.of(job(1, 1, 4)),
            SharingInputs.EVEN,
            NOW);
    assertThat(placed(outcome, "J1").nodes()).isEmpty();
    assertThat(placed(outcome, "J1").reason()).isEqualTo("waits for 1 idle node: 0 of 1 available");
  }

  @Test
  void saysWhenTheNodesThatAreConnectedCouldNotRunAJobThoughAllOwnersWereAway() {
    final NodeEntry offline =
        new NodeEntry(
            "c", node("c").facts(), node("c").status(), false, false, Placed.NOT_KNOWN, 0);
    final List<NodeEntry> nodes = List.of(owned("a"), node("b"), offline);
    assertThat(Dispatch.shortage(nodes, job(1, 2, 4).terms())).isEmpty();
    assertThat(Dispatch.shortage(nodes, job(1, 3, 4).terms()))
        .isEqualTo(
            "it needs 3 nodes, and 2 of the 2 connected have the memory and whatever else it"
                + " requires");
    final JobTerms demanding = job(1, 1, 4).terms();
    assertThat(
            Dispatch.shortage(
                nodes,
                new JobTerms(
                    1,
                    "ada",
                    demanding.spec().toBuilder().setRequire("memory >= 8T").build(),
                    demanding.dataPlane(),
                    ByteString.EMPTY,
                    NOW)))
        .startsWith("it needs 1 node, and 0 of the 2 connected have");
    assertThat(Dispatch.shortage(List.of(offline), demanding)).isEqualTo("no node is connected");
  }

  @Test
  void keepsANodeWhoseWorkerIsStarting() {
    final List<NodeEntry> nodes = List.of(node("a"), node("b"));
    final Job placed =
        given(job(1, 1, 2), Dispatch.plan(nodes, List.of(job(1, 1, 2)), SharingInputs.EVEN, NOW));
    final NodeEntry claimed =
        said(
            "b",
            node("b").facts(),
            NodeStatus.newBuilder().setState("claimed").setWilling(true).build());
    assertThat(
            Dispatch.plan(List.of(node("a"), claimed), List.of(placed), SharingInputs.EVEN, NOW)
                .placed())
        .isEmpty();
  }

  @Test
  void weighsNodesByTheirSpeedClass() {
    final NodeEntry fast =
        said(
            "b",
            node("b").facts().toBuilder().setSpeed(0.5).setCores(16).build(),
            node("b").status());
    final Dispatch.Outcome outcome =
        Dispatch.plan(List.of(node("a"), fast), List.of(job(1, 1, 2)), SharingInputs.EVEN, NOW);
    assertThat(placed(outcome, "J1").nodes().stream().map(PlacedNode::weight))
        .containsExactly(1.0, 2.0);
  }

  @Test
  void leavesAJobAloneWhoseAgentsHaveYetToComeBack() {
    final List<NodeEntry> nodes = List.of(node("a"), node("b"));
    final Job placed =
        given(job(1, 1, 2), Dispatch.plan(nodes, List.of(job(1, 1, 2)), SharingInputs.EVEN, NOW));
    final Job relearning = JobMachine.on(placed, new JobEvent.Relearn(), NOW).job();
    final Job other = job(2, 1, 2);
    final NodeEntry away =
        new NodeEntry(
            "a", node("a").facts(), node("a").status(), false, false, Placed.NOT_KNOWN, 0);
    final Dispatch.Outcome outcome =
        Dispatch.plan(
            List.of(away, node("b")), List.of(relearning, other), SharingInputs.EVEN, NOW);
    assertThat(outcome.placed()).doesNotContainKey("J1");
    assertThat(placed(outcome, "J2").nodes()).isEmpty();
    assertThat(outcome.claims()).containsEntry("a", "J1").containsEntry("b", "J1");
  }

  @Test
  void aMoldableJobBeginsOnlyWhenAllOfItsNodesAreLeft() {
    final List<NodeEntry> nodes = List.of(node("a"), node("b"), node("c"), node("d"));
    Job first =
        given(job(1, 1, 3), Dispatch.plan(nodes, List.of(job(1, 1, 3)), SharingInputs.EVEN, NOW));
    final Job second = moldable(2, 1, 4);
    Dispatch.Outcome outcome =
        Dispatch.plan(nodes, List.of(first, second), SharingInputs.EVEN, NOW);
    assertThat(placed(outcome, "J2").nodes()).as("d is idle, but one more is to come").isEmpty();
    assertThat(placed(outcome, "J2").reason())
        .isEqualTo("waits for c, which another job is about to leave");
    first = given(first, outcome);
    first =
        JobMachine.on(
                first,
                new JobEvent.Ended("c", WorkerEnded.newBuilder().setWorker("J1-w3").build()),
                NOW)
            .job();
    outcome = Dispatch.plan(nodes, List.of(first, second), SharingInputs.EVEN, NOW);
    assertThat(names(placed(outcome, "J2"))).containsExactly("c", "d");
  }

  @Test
  void givesNoNodeWhoseOwnerDoesNotTakeTheUsersJobs() {
    final Dispatch.Outcome outcome =
        Dispatch.plan(
            List.of(welcoming("a", "bob"), welcoming("b", "ada", "bob"), node("c")),
            List.of(job(1, 1, 4)),
            SharingInputs.EVEN,
            NOW);
    assertThat(names(placed(outcome, "J1"))).containsExactly("b", "c");
    assertThat(
            Dispatch.explainNode(
                List.of(welcoming("a", "bob")),
                List.of(job(1, 1, 4)),
                SharingInputs.EVEN,
                NOW,
                "a"))
        .containsExactly("a is free", "J1 cannot use it: jobs of ada are not admitted there");
  }

  @Test
  void leavesANodeWhoseOwnerDoesNotTakeTheUsersJobsAnyMoreAsAtAReclaim() {
    final List<NodeEntry> nodes = List.of(node("a"), node("b"));
    final Job placed =
        given(job(1, 1, 2), Dispatch.plan(nodes, List.of(job(1, 1, 2)), SharingInputs.EVEN, NOW));
    final Dispatch.Outcome outcome =
        Dispatch.plan(
            List.of(node("a"), welcoming("b", "bob")), List.of(placed), SharingInputs.EVEN, NOW);
    assertThat(names(placed(outcome, "J1"))).containsExactly("a");
    assertThat(placed(outcome, "J1").reclaimed()).containsOnlyKeys("b");
  }

  @Test
  void anOwnerWhoReturnsToADrainedNodeDoesNotWaitForItsJob() {
    final List<NodeEntry> nodes = List.of(node("a"), node("b"));
    final Job placed =
        given(job(1, 1, 2), Dispatch.plan(nodes, List.of(job(1, 1, 2)), SharingInputs.EVEN, NOW));
    final NodeEntry drained =
        new NodeEntry("b", node("b").facts(), owned("b").status(), true, true, NOW + 1000, 0);
    final Dispatch.Outcome outcome =
        Dispatch.plan(List.of(node("a"), drained), List.of(placed), SharingInputs.EVEN, NOW);
    assertThat(placed(outcome, "J1").reclaimed()).containsExactly(Map.entry("b", NOW + 1000));
  }

  @Test
  void aJobWithAnImageGetsNodesThatRunImagesOnly() {
    final Job bag =
        described(
            1, spec(1, 4).setBag(Bag.newBuilder().addCommand("sh").setTasks(9).setImage(IMAGE)));
    final NodeEntry able =
        said("b", node("b").facts().toBuilder().setImages(true).build(), node("b").status());
    final List<NodeEntry> nodes = List.of(node("a"), able);
    assertThat(names(placed(Dispatch.plan(nodes, List.of(bag), SharingInputs.EVEN, NOW), "J1")))
        .containsExactly("b");
    assertThat(Dispatch.explainNode(nodes, List.of(bag), SharingInputs.EVEN, NOW, "a"))
        .contains("J1 cannot use it: it cannot run container images");
  }

  @Test
  void prefersNodesThatAreLikelyToStay() {
    final SharingInputs sharing =
        new SharingInputs(
            SharingTerms.DEFAULT,
            Map.of(),
            Map.of(
                "a", StayCurve.even(Duration.ofMinutes(10)),
                "b", StayCurve.even(Duration.ofHours(10)),
                "c", StayCurve.even(Duration.ofMinutes(1))),
            ChangeCosts.ASSUMED);
    final Dispatch.Outcome outcome =
        Dispatch.plan(
            List.of(node("a"), node("b"), node("c")), List.of(job(1, 1, 2)), sharing, NOW);
    assertThat(names(placed(outcome, "J1"))).containsExactly("a", "b");
  }

  private static NodeEntry welcoming(String name, String... users) {
    return said(
        name,
        node(name).facts(),
        node(name).status().toBuilder().addAllWelcome(List.of(users)).build());
  }

  private static Job moldable(long number, int least, int greatest) {
    return described(number, spec(least, greatest).setMoldable(true));
  }

  private static Job given(Job job, Dispatch.Outcome outcome) {
    final Placed placed = outcome.placed().get(job.id());
    return placed == null ? job : JobMachine.on(job, placed, NOW).job();
  }

  /** The job when its workers on these nodes, numbered in this order, have ended. */
  private static Job workersEnded(Job job, String... nodes) {
    Job left = job;
    for (int i = 0; i < nodes.length; i++) {
      final WorkerEnded ended =
          WorkerEnded.newBuilder().setWorker(job.id() + "-w" + (i + 1)).build();
      left = JobMachine.on(left, new JobEvent.Ended(nodes[i], ended), NOW).job();
    }
    return left;
  }

  private static Placed placed(Dispatch.Outcome outcome, String job) {
    return Objects.requireNonNull(outcome.placed().get(job), job);
  }

  private static List<String> names(Placed placed) {
    return placed.nodes().stream().map(PlacedNode::name).toList();
  }

  private static Job job(long number, int least, int greatest) {
    return described(number, spec(least, greatest));
  }

  private static JobSpec.Builder spec(int least, int greatest) {
    return JobSpec.newBuilder().setMinWorkers(least).setMaxWorkers(greatest);
  }

  private static Job described(long number, JobSpec.Builder spec) {
    return Job.submitted(
        new JobTerms(
            number,
            "ada",
            spec.build(),
            DataPlane.getDefaultInstance(),
            ByteString.EMPTY,
            NOW + number));
  }

  /** It is connected, and no operator has drained it. */
  private static NodeEntry said(String name, NodeFacts facts, NodeStatus status) {
    return new NodeEntry(name, facts, status, true, false, Placed.NOT_KNOWN, 0);
  }

  private static NodeEntry node(String name) {
    return said(
        name,
        NodeFacts.newBuilder()
            .setOs("linux")
            .setCores(4)
            .setMemoryBytes(8L << 30)
            .setSpeed(1.0)
            .setHost("10.0.0.1")
            .setPiecePort(7500)
            .build(),
        NodeStatus.newBuilder().setState("available").setWilling(true).build());
  }

  private static NodeEntry owned(String name) {
    return said(
        name,
        node(name).facts(),
        NodeStatus.newBuilder().setState("owner").setWilling(false).build());
  }
}
