package io.lull.simulator.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.job.FreeShare;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.view.DecisionViews;
import io.lull.protocol.model.EventCause;
import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.DecisionView;
import io.lull.protocol.wire.EventView;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.Resumed;
import io.lull.protocol.wire.WorkerReport;
import io.lull.scheduling.adapt.Candidate;
import io.lull.scheduling.adapt.ChangeMethod;
import io.lull.scheduling.adapt.Decision;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is decided about a job's configuration, and what comes of it. */
class JobMachineDecisionTest {
  private static OneJobGrid threeOfFour(long iterations) {
    final OneJobGrid grid = new OneJobGrid(4, OneJobGrid.spec(1, 4), iterations);
    grid.node("n4").willing = false;
    grid.start();
    return grid;
  }

  private static Decision last(OneJobGrid grid) {
    return grid.job.history().decisions().getLast();
  }

  private static void half(OneJobGrid grid) {
    grid.run("measured", () -> grid.job.progress().gauge().secondsPerIteration() > 0);
  }

  @Test
  void aGrowthIsDecidedBeforeItsOrdersAndToldWithWhatCameOfIt() {
    final OneJobGrid grid = threeOfFour(20_000);
    half(grid);
    assertThat(grid.job.history().decisions()).as("a start is no choice").isEmpty();
    grid.ownerLeaves("n4");
    grid.run("decided", () -> !grid.job.history().decisions().isEmpty());
    final Decision decided = last(grid);
    assertThat(decided.chosen()).isEqualTo(ChangeMethod.ADD);
    assertThat(decided.trigger()).isEqualTo(EventCause.OPPORTUNITY);
    assertThat(decided.taken()).containsExactly("n4");
    assertThat(decided.carriedOut()).isFalse();
    final Candidate.Benefit benefit = decided.choice().orElseThrow().benefit().orElseThrow();
    assertThat(benefit.low()).isPositive().isLessThan(benefit.expected());

    grid.run("grown", () -> !grid.events("grow").isEmpty());
    grid.run("resumed", () -> last(grid).actual().downtimeMillis().isPresent());
    assertThat(last(grid).actual().leadMillis()).isPresent();
    final EventView event = grid.event("grow");
    assertThat(event.getPredictedBenefitMillis()).isEqualTo(benefit.expected());
    assertThat(event.getPredictedCostMillis())
        .as("the first change of a job is predicted, too")
        .isEqualTo(decided.choice().orElseThrow().downtimeMillis());
    assertThat(event.getEpoch()).isEqualTo(last(grid).actual().epoch());

    grid.run("faster", () -> DecisionViews.of(grid.job).getLast().hasBenefitMillis());
    final DecisionView view = DecisionViews.of(grid.job).getLast();
    assertThat(view.getChosen()).isEqualTo("add");
    assertThat(view.getTrigger()).isEqualTo("opportunity");
    assertThat(view.getCandidates(0).getNodesList()).containsExactly("n4");
    assertThat(view.getCandidates(0).getLowMillis())
        .isLessThan(view.getCandidates(0).getHighMillis());
  }

  @Test
  void nearItsEndAJobDeclinesANodeAndItIsSaidWhy() {
    final OneJobGrid grid = threeOfFour(600);
    half(grid);
    final double seconds = grid.job.progress().gauge().secondsPerIteration();
    grid.run(
        "two seconds are left",
        () -> (600 - grid.job.progress().gauge().iteration()) * seconds < 2);
    grid.ownerLeaves("n4");
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
    assertThat(grid.events("grow")).isEmpty();
    assertThat(grid.job.history().decisions()).as("it is said once").hasSize(1);
    assertThat(last(grid).chosen()).isEqualTo(ChangeMethod.NONE);
    assertThat(last(grid).why()).startsWith("stayed: adding n4 would cost ");
    final DecisionView view = DecisionViews.of(grid.job).getLast();
    assertThat(view.getChosen()).isEqualTo("none");
    assertThat(view.getCandidates(0).getMethod()).isEqualTo("add");
    assertThat(view.hasLeadMillis()).isFalse();
  }

  @Test
  void anOwnerWhoReturnsLeavesNoChoiceWhateverIsLeft() {
    final OneJobGrid grid = threeOfFour(600);
    half(grid);
    final double seconds = grid.job.progress().gauge().secondsPerIteration();
    grid.run(
        "three seconds are left",
        () -> (600 - grid.job.progress().gauge().iteration()) * seconds < 3);
    grid.ownerReturns("n2");
    grid.run("left", () -> grid.node("n2").workers.isEmpty());
    final Decision decision = last(grid);
    assertThat(decision.chosen()).isEqualTo(ChangeMethod.REMOVE);
    assertThat(decision.trigger()).isEqualTo(EventCause.OWNER);
    assertThat(decision.why()).isEqualTo("an owner is back");
    assertThat(decision.taken()).containsExactly("n2");
    assertThat(decision.choice().orElseThrow().benefit()).isEmpty();
    grid.finish();
    assertThat(last(grid).carriedOut()).isTrue();
  }

  @Test
  void whatAnOperatorAsksForIsDoneWhateverItBrings() {
    final OneJobGrid grid = threeOfFour(600);
    half(grid);
    final double seconds = grid.job.progress().gauge().secondsPerIteration();
    grid.give(new JobEvent.Resize(4));
    grid.run(
        "six seconds are left",
        () -> (600 - grid.job.progress().gauge().iteration()) * seconds < 6);
    grid.ownerLeaves("n4");
    grid.run("grown", () -> grid.events("grow").size() == 1);
    assertThat(last(grid).trigger()).isEqualTo(EventCause.OPERATOR);
    assertThat(last(grid).why()).isEqualTo("an operator wants it so");
  }

  @Test
  void decisionsAreBounded() {
    final OneJobGrid grid = threeOfFour(1_000_000);
    half(grid);
    for (int i = 0; i < 40; i++) {
      grid.ownerLeaves("n4");
      grid.run("grown", () -> grid.job.memberNodes().contains("n4"));
      grid.ownerReturns("n4");
      grid.run(
          "shrunk",
          () -> grid.node("n4").workers.isEmpty() && grid.job.phase() instanceof Phase.Running);
    }
    final List<Decision> all = grid.job.history().decisions();
    assertThat(all).hasSize(32);
    assertThat(all).allMatch(Decision::carriedOut);
  }

  @Test
  void aWorkerThatIsMeasuredToBeSlowContinuesOnAnIdleNode() {
    final OneJobGrid grid = new OneJobGrid(5, OneJobGrid.spec(1, 4), 60_000);
    grid.start();
    final String idle = idleNode(grid);
    final String slow = grid.job.memberNodes().iterator().next();
    grid.node(slow).pace.nanosPerCell *= 4;
    grid.run("moved", () -> !grid.job.memberNodes().contains(slow));
    final EventView event = grid.event("migrate");
    assertThat(event.getCause()).isEqualTo("contract");
    assertThat(event.getNodesLeftList()).containsExactly(slow);
    assertThat(event.getNodesJoinedList()).containsExactly(idle);
    assertThat(event.getPredictedBenefitMillis()).isPositive();
    final Decision decision = last(grid);
    assertThat(decision.chosen()).isEqualTo(ChangeMethod.MIGRATE);
    assertThat(decision.trigger()).isEqualTo(EventCause.CONTRACT);
    assertThat(decision.why()).startsWith("moving " + slow + " to " + idle + " would save ");
    grid.run("resumed", () -> last(grid).actual().downtimeMillis().isPresent());
    for (int tick = 0; tick < 500; tick++) {
      grid.tick();
    }
    assertThat(grid.events("migrate")).as("and nothing more").hasSize(1);
    assertThat(grid.events("rebalance")).as("a move shares its data out, too").isEmpty();
  }

  @Test
  void ownersProgramsThatRanBeforeAnythingWasMeasuredAreLeft() {
    final OneJobGrid grid = new OneJobGrid(4, OneJobGrid.spec(1, 2), 100_000);
    grid.start();
    final Set<String> first = grid.job.memberNodes();
    assertThat(first).hasSize(2);
    first.forEach(node -> grid.node(node).pace.ownerLoad = 0.75);
    grid.run(
        "moved", () -> grid.job.memberNodes().stream().noneMatch(node -> first.contains(node)));
    assertThat(grid.event("migrate").getCause()).isEqualTo("contract");
    for (int tick = 0; tick < 500; tick++) {
      grid.tick();
    }
    assertThat(grid.events("migrate")).as("and nothing more").hasSize(1);
  }

  @Test
  void aLoadThatFollowsTheJobIsNotRunAwayFromForEver() {
    final OneJobGrid grid = new OneJobGrid(5, OneJobGrid.spec(1, 4), 400_000);
    grid.start();
    for (int turn = 0; turn < 40; turn++) {
      grid.nodes().forEach(node -> node.pace.nanosPerCell = 1_000_000);
      grid.node(grid.job.memberNodes().iterator().next()).pace.nanosPerCell = 4_000_000;
      for (int tick = 0; tick < 100; tick++) {
        grid.tick();
      }
    }
    assertThat(grid.events("migrate")).hasSizeBetween(1, 20);
  }

  @Test
  void aWorkerCannotSayThatItStoodStillForLongerThanThereWasTime() {
    final OneJobGrid grid = threeOfFour(20_000);
    half(grid);
    final long before = grid.now;
    grid.ownerLeaves("n4");
    grid.run("grown", () -> !grid.events("grow").isEmpty());
    final Member liar = grid.job.progress().layout().getMembers(0);
    grid.give(
        new JobEvent.Said(
            liar.getNode(),
            liar.getWorker(),
            WorkerReport.newBuilder()
                .setResumed(
                    Resumed.newBuilder()
                        .setEpoch(grid.job.progress().epoch())
                        .setDowntimeNanos(Duration.ofHours(1).toNanos()))
                .build(),
            FreeShare.WHOLE));
    grid.run("resumed", () -> last(grid).actual().downtimeMillis().isPresent());
    assertThat(grid.event("grow").getDowntimeMillis()).isLessThan((double) (grid.now - before));
    assertThat(last(grid).actual().downtimeMillis().orElseThrow())
        .isLessThan((double) (grid.now - before));
  }

  private static String idleNode(OneJobGrid grid) {
    return grid.nodes().stream()
        .map(node -> NodeEntries.of(node).name())
        .filter(name -> !grid.job.memberNodes().contains(name))
        .findFirst()
        .orElseThrow();
  }
}
