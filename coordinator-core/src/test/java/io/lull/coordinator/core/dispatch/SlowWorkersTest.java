package io.lull.coordinator.core.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.lull.coordinator.core.job.ChangeOutcome;
import io.lull.coordinator.core.job.ChangeRecord;
import io.lull.coordinator.core.job.Forecast;
import io.lull.coordinator.core.job.Generations;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobEvent.Decided;
import io.lull.coordinator.core.job.JobHistory;
import io.lull.coordinator.core.job.JobProgress;
import io.lull.coordinator.core.job.JobTargets;
import io.lull.coordinator.core.job.JobTerms;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.PlacedNode;
import io.lull.coordinator.core.job.RecentPace;
import io.lull.coordinator.core.job.WeightGoal;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.WorkerState;
import io.lull.coordinator.core.job.change.Rebalancing;
import io.lull.protocol.model.EventCause;
import io.lull.protocol.model.EventKind;
import io.lull.protocol.wire.DataPlane;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Member;
import io.lull.scheduling.JobDemand.Move;
import io.lull.scheduling.adapt.Candidate;
import io.lull.scheduling.adapt.ChangeMethod;
import io.lull.scheduling.adapt.Contract;
import io.lull.scheduling.adapt.Decision;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Workers that were measured to be slow, and nodes that no job has. */
class SlowWorkersTest {
  private static final long NOW = 10_000_000;
  private static final List<PlacedNode> PLACED = List.of(placed("a"), placed("b"), placed("idle"));
  private static final KnownNodes KNOWN = new KnownNodes(PLACED, Map.of());

  @Test
  void aSlowWorkerMovesToAnIdleNode() {
    final Decided decided = decide(job(3_000, JobHistory.EMPTY));
    assertThat(decided.decision().chosen()).isEqualTo(ChangeMethod.MIGRATE);
    assertThat(decided.decision().trigger()).isEqualTo(EventCause.CONTRACT);
    assertThat(decided.moves()).containsExactly(new Move("a", "idle"));
  }

  @Test
  void nearTheEndOfItsJobItStays() {
    final Decided decided = decide(job(4, JobHistory.EMPTY));
    assertThat(decided.decision().chosen()).isEqualTo(ChangeMethod.NONE);
    assertThat(decided.moves()).isEmpty();
  }

  @Test
  void eachFurtherMoveHasToBringMore() {
    JobHistory history = JobHistory.EMPTY;
    for (int i = 0; i < 20; i++) {
      history =
          history.with(
              new ChangeRecord(
                  NOW - 300_000,
                  EventKind.MIGRATE,
                  EventCause.CONTRACT,
                  ChangeMethod.MIGRATE,
                  ChangeRecord.Nodes.between(List.of("a", "b"), List.of("a", "c")),
                  i,
                  1,
                  ChangeRecord.Measured.NOTHING.withDowntime(200),
                  ChangeOutcome.done(),
                  Forecast.NONE));
    }
    final Decided decided = decide(job(3_000, history));
    assertThat(decided.decision().chosen()).isEqualTo(ChangeMethod.NONE);
    assertThat(decided.moves()).isEmpty();
  }

  @Test
  void whereNothingWasMeasuredNothingIsConsidered() {
    final Job job = job(3_000, JobHistory.EMPTY);
    assertThat(SlowWorkers.areKnown(job)).isTrue();
    final Job unmeasured =
        new Job(
            job.terms(),
            job.phase(),
            job.workers(),
            job.progress(),
            job.generations(),
            job.targets().with(WeightGoal.NONE),
            job.history());
    assertThat(SlowWorkers.areKnown(unmeasured)).isFalse();
  }

  @Test
  void aJobThatKeepsItsPromiseIsNotMoved() {
    final Job job = job(3_000, JobHistory.EMPTY);
    final Contract kept = Contract.NONE.confirmed(1).measured(1, NOW);
    assertThat(SlowWorkers.areKnown(promised(job, kept))).isFalse();
    assertThat(SlowWorkers.areKnown(promised(job, kept.measured(2, NOW + 120_000)))).isTrue();
    assertThat(SlowWorkers.areKnown(promised(job, kept.measured(2, NOW + 120_000).refused())))
        .isFalse();
  }

  @Test
  void whereBothPayAMoveIsBetterThanToShareTheDataOutAnewAndWhereNothingIsIdleThatIsDone() {
    final Job job = job(3_000, JobHistory.EMPTY);
    final Decision balance =
        Decision.mandatory(
            NOW,
            EventCause.CONTRACT,
            "it pays",
            new Candidate(
                ChangeMethod.LOAD_BALANCE,
                List.of(),
                0,
                new Candidate.Downtime(300, 100, 500),
                Optional.of(new Candidate.Benefit(300_000, 200_000, 400_000))));
    final Rebalancing.Due due = new Rebalancing.Due(job.targets().goal(), 0.4, balance);
    final Decided moved = SlowWorkers.decide(job, due, KNOWN, SharingInputs.EVEN, NOW);
    assertThat(moved.decision().chosen()).isEqualTo(ChangeMethod.MIGRATE);
    assertThat(moved.moves()).containsExactly(new Move("a", "idle"));
    final Decided stayed =
        SlowWorkers.decide(
            job, due, new KnownNodes(PLACED.subList(0, 2), Map.of()), SharingInputs.EVEN, NOW);
    assertThat(stayed.decision()).isEqualTo(balance);
    assertThat(stayed.moves()).isEmpty();
    final Decided ending =
        SlowWorkers.decide(job(8, JobHistory.EMPTY), due, KNOWN, SharingInputs.EVEN, NOW);
    assertThat(ending.decision()).as("a start takes too long").isEqualTo(balance);
  }

  @Test
  void whereOwnersProgramsSlowAllItsNodesDownAllItsWorkersMove() {
    final KnownNodes loaded =
        new KnownNodes(
            List.of(placed("a"), placed("b"), placed("c"), placed("d")),
            Map.of("a", 0.4, "b", 0.4, "c", 1.0));
    final Job job = alike(broken(2.5));
    assertThat(SlowWorkers.areKnown(job)).isTrue();
    final Decided decided = SlowWorkers.decide(job, loaded, SharingInputs.EVEN, NOW).orElseThrow();
    assertThat(decided.moves()).containsExactly(new Move("a", "c"), new Move("b", "d"));
  }

  @Test
  void theyStayWhereTheOthersAreLoadedToo() {
    final KnownNodes loaded = new KnownNodes(PLACED, Map.of("a", 0.4, "b", 0.4, "idle", 0.4));
    assertThat(SlowWorkers.decide(alike(broken(2.5)), loaded, SharingInputs.EVEN, NOW)).isEmpty();
  }

  @Test
  void theyStayWhereNobodysProgramsExplainWhyTheyAreSlow() {
    final KnownNodes bragging =
        new KnownNodes(
            List.of(placed("a"), placed("b"), new PlacedNode("c", "10.0.0.1", 7500, 9, List.of())),
            Map.of());
    assertThat(SlowWorkers.decide(alike(broken(2.5)), bragging, SharingInputs.EVEN, NOW)).isEmpty();
  }

  @Test
  void aLoadThatDoesNotSlowThemDownIsNoReason() {
    final KnownNodes loaded = new KnownNodes(PLACED, Map.of("a", 0.4, "b", 0.4));
    assertThat(SlowWorkers.decide(alike(broken(1.15)), loaded, SharingInputs.EVEN, NOW)).isEmpty();
    assertThat(SlowWorkers.areKnown(alike(Contract.NONE.confirmed(1).measured(1, NOW)))).isFalse();
  }

  private static Contract broken(double factor) {
    return Contract.NONE.confirmed(1).measured(factor, NOW).measured(factor, NOW + 120_000);
  }

  /** Both of its workers are equally fast. */
  private static Job alike(Contract contract) {
    final Job job = promised(job(3_000, JobHistory.EMPTY), contract);
    return new Job(
        job.terms(),
        job.phase(),
        job.workers(),
        job.progress(),
        job.generations(),
        job.targets().with(WeightGoal.NONE),
        job.history());
  }

  private static Job promised(Job job, Contract contract) {
    return new Job(
        job.terms(),
        job.phase(),
        job.workers(),
        job.progress(),
        job.generations(),
        job.targets().with(contract),
        job.history());
  }

  private static Decided decide(Job job) {
    return SlowWorkers.decide(job, KNOWN, SharingInputs.EVEN, NOW).orElseThrow();
  }

  /** On a and b, of which a was measured to be a quarter as fast. */
  private static Job job(long secondsLeft, JobHistory history) {
    final Map<String, Worker> workers = new TreeMap<>();
    final Layout.Builder layout = Layout.newBuilder().setEpoch(1);
    final Map<String, Double> weights = Map.of("a", 1.0, "b", 4.0);
    for (final String node : List.of("a", "b")) {
      final String id = "J1-" + node;
      workers.put(
          id,
          new Worker(
              id,
              1,
              node,
              WorkerState.MEMBER,
              false,
              "10.0.0.1",
              7000,
              new Worker.Since(1, NOW, NOW)));
      layout.addMembers(
          Member.newBuilder()
              .setWorker(id)
              .setNode(node)
              .setWeight(weights.getOrDefault(node, 1.0)));
    }
    return new Job(
        new JobTerms(
            1,
            "ada",
            JobSpec.newBuilder().setMinWorkers(1).setMaxWorkers(2).build(),
            DataPlane.getDefaultInstance(),
            ByteString.EMPTY,
            NOW),
        new Phase.Running(NOW, false, null, Phase.Change.NONE),
        workers,
        new JobProgress(
            layout.build(),
            JobProgress.START.numbers(),
            JobProgress.START.picture(),
            new JobProgress.Gauge(
                10_000, 10_000 + secondsLeft, 10_000, 1, 1, 10_000, RecentPace.NONE),
            Map.of(),
            null,
            Map.of()),
        Generations.NONE,
        JobTargets.NONE.with(
            new WeightGoal(
                weights,
                EventCause.CONTRACT,
                OptionalDouble.empty(),
                0,
                WeightGoal.Before.NOTHING)),
        history);
  }

  private static PlacedNode placed(String name) {
    return new PlacedNode(name, "10.0.0.1", 7500, 1, List.of());
  }
}
