package io.lull.simulator.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.change.Rebalancing;
import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.EventView;
import io.lull.protocol.wire.Member;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Workers that become slower or faster than their share of the data. */
class JobMachineRebalancingTest {
  private static final long NANOS_PER_CELL = 1_000_000;

  private static OneJobGrid four(long iterations) {
    final OneJobGrid grid = new OneJobGrid(4, OneJobGrid.spec(1, 4), iterations);
    grid.start();
    return grid;
  }

  private static Optional<String> explained(OneJobGrid grid) {
    return Rebalancing.explained(grid.job, grid.sharing.stopOf(grid.job), grid.now);
  }

  private static List<Double> weights(OneJobGrid grid) {
    return grid.job.progress().layout().getMembersList().stream().map(Member::getWeight).toList();
  }

  private static void rebalanced(OneJobGrid grid, int times) {
    grid.run("rebalanced", () -> grid.events("rebalance").size() == times);
  }

  @Test
  void aWorkerThatBecomesSlowGetsLessOfTheData() {
    final OneJobGrid grid = four(1_500);
    grid.node("n2").pace.nanosPerCell = 2 * NANOS_PER_CELL;
    rebalanced(grid, 1);

    final EventView event = grid.event("rebalance");
    assertThat(event.getCause()).isEqualTo("contract");
    assertThat(event.getMethod()).isEqualTo("dynamic load balance");
    assertThat(event.getNodesLeftList()).isEmpty();
    assertThat(event.getNodesJoinedList()).isEmpty();
    assertThat(event.getPredictedBenefitMillis()).isGreaterThan(1_000);
    assertThat(weights(grid)).containsExactly(2.0, 1.0, 2.0, 2.0);
    grid.finish();
    assertThat(grid.events("rebalance")).as("nothing was left to do").hasSize(1);
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
  }

  @Test
  void aWorkerThatIsFastAgainGetsItsShareBack() {
    final OneJobGrid grid = four(40_000);
    grid.node("n2").pace.nanosPerCell = 2 * NANOS_PER_CELL;
    rebalanced(grid, 1);
    grid.node("n2").pace.nanosPerCell = NANOS_PER_CELL;
    rebalanced(grid, 2);
    assertThat(weights(grid)).containsExactly(1.0, 1.0, 1.0, 1.0);
  }

  @Test
  void nothingMovesWhenAllAreEquallySlow() {
    final OneJobGrid grid = four(1_000);
    grid.nodes().forEach(node -> node.pace.nanosPerCell = 3 * NANOS_PER_CELL);
    grid.finish();
    assertThat(grid.events("rebalance")).isEmpty();
  }

  @Test
  void aJobThatIsNotToBeAdaptedKeepsItsShares() {
    final OneJobGrid grid =
        new OneJobGrid(4, OneJobGrid.spec(1, 4).toBuilder().setNoAdapt(true).build(), 1_500);
    grid.start();
    grid.node("n2").pace.nanosPerCell = 2 * NANOS_PER_CELL;
    grid.finish();
    assertThat(grid.events("rebalance")).isEmpty();
  }

  @Test
  void nothingMovesNearTheEnd() {
    final OneJobGrid grid = four(200);
    grid.node("n2").pace.nanosPerCell = 2 * NANOS_PER_CELL;
    grid.finish();
    assertThat(grid.events("rebalance")).isEmpty();
  }

  @Test
  void aNodeThatJoinsLaterCountsBesideTheMeasuredOnes() {
    final OneJobGrid grid = new OneJobGrid(4, OneJobGrid.spec(1, 4), 40_000);
    grid.node("n4").willing = false;
    grid.start();
    grid.node("n2").pace.nanosPerCell = 2 * NANOS_PER_CELL;
    rebalanced(grid, 1);
    assertThat(weights(grid)).containsExactly(2.0, 1.0, 2.0);
    grid.ownerLeaves("n4");
    grid.run("grown", () -> grid.job.memberNodes().contains("n4"));
    assertThat(weights(grid)).as("the mean of the others").contains(5 / 3.0);
    grid.ownerReturns("n2");
    grid.run("shrunk", () -> !grid.job.memberNodes().contains("n2"));
    grid.run("n2 is forgotten", () -> grid.node("n2").workers.isEmpty());
    assertThat(grid.job.targets().goal().weights()).doesNotContainKey("n2");
  }

  @Test
  void anOwnerWhoReturnsMeanwhileComesFirst() {
    final OneJobGrid grid = four(1_500);
    grid.node("n2").pace.nanosPerCell = 2 * NANOS_PER_CELL;
    grid.node("n1").movesStuck = true;
    grid.run("about to change", () -> grid.job.phase() instanceof Phase.Changing);
    grid.ownerReturns("n2");
    grid.node("n1").movesStuck = false;
    grid.run("left", () -> grid.node("n2").workers.isEmpty());
    assertThat(grid.job.memberNodes()).containsExactlyInAnyOrder("n1", "n3", "n4");
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
    assertThat(grid.events("recover")).isEmpty();
  }

  @Test
  void aLoadThatComesAndGoesIsFollowedLessAndLess() {
    final OneJobGrid grid = four(400_000);
    for (int turn = 0; turn < 40; turn++) {
      grid.node("n2").pace.nanosPerCell = (turn % 2 + 1) * NANOS_PER_CELL;
      for (int tick = 0; tick < 100; tick++) {
        grid.tick();
      }
    }
    assertThat(grid.events("rebalance")).hasSizeBetween(1, 8);
  }

  @Test
  void aRebalancingThatFailsIsNotTriedAgainSoon() {
    final OneJobGrid grid = four(40_000);
    grid.node("n1").movesStuck = true;
    grid.node("n2").pace.nanosPerCell = 2 * NANOS_PER_CELL;
    grid.run("given up", () -> grid.job.targets().goal().notBeforeMillis() > grid.now);
    grid.node("n1").movesStuck = false;
    grid.run("computes", () -> grid.job.phase() instanceof Phase.Running);
    final long until = grid.job.targets().goal().notBeforeMillis();
    assertThat(until - grid.now).isGreaterThan(500_000);
    grid.run("later", () -> grid.now >= until - 1_000);
    assertThat(grid.events("rebalance")).isEmpty();
    assertThat(explained(grid).orElseThrow())
        .matches(
            "rebalancing its data would save about [0-9.]+ s: that is tried again in (1\\.0 s|\\d+"
                + " ms), because the last change of this kind failed or made it slower");
    rebalanced(grid, 1);
  }

  @Test
  void aNodeThatSaysItIsFasterThanItIsLosesWhatItGotByThat() {
    final OneJobGrid grid = four(40_000);
    grid.node("n2").pace.saidNanosPerCell = NANOS_PER_CELL / 10;
    rebalanced(grid, 1);
    assertThat(weights(grid)).containsExactly(1.0, 10.0, 1.0, 1.0);
    rebalanced(grid, 2);
    assertThat(weights(grid)).containsExactly(1.0, 1.0, 1.0, 1.0);
    final long until = grid.job.targets().goal().notBeforeMillis();
    assertThat(until - grid.now).isGreaterThan(500_000);
    grid.run("later", () -> grid.now >= until - 1_000);
    assertThat(grid.events("rebalance")).hasSize(2);
  }

  @Test
  void anOperatorNeedNotWaitUntilItPays() {
    final OneJobGrid grid = four(40_000);
    assertThat(grid.job.refusal(new JobEvent.Rebalance())).contains("has not computed long enough");
    grid.node("n2").pace.nanosPerCell = NANOS_PER_CELL * 108 / 100;
    grid.run("measured", () -> grid.job.refusal(new JobEvent.Rebalance()).isEmpty());
    assertThat(grid.events("rebalance")).isEmpty();
    grid.give(new JobEvent.Rebalance());
    rebalanced(grid, 1);
    assertThat(grid.event("rebalance").getCause()).isEqualTo("operator");
    assertThat(weights(grid)).containsExactly(1.08, 1.0, 1.08, 1.08);
  }

  @Test
  void aJobOnOneWorkerHasNothingToShareOut() {
    final OneJobGrid grid = new OneJobGrid(1, OneJobGrid.spec(1, 1), 400);
    assertThat(grid.job.refusal(new JobEvent.Rebalance())).contains("does not compute");
    grid.start();
    assertThat(grid.job.refusal(new JobEvent.Rebalance())).contains("on several workers");
  }

  @Test
  void aCoordinatorThatStartsAgainKnowsWhatWasMeasured() {
    final OneJobGrid grid = four(40_000);
    grid.node("n2").pace.nanosPerCell = 2 * NANOS_PER_CELL;
    rebalanced(grid, 1);
    grid.restartCoordinator();
    grid.nodes().forEach(node -> grid.reconnect(node.name()));
    grid.run("goes on", () -> grid.job.phase() instanceof Phase.Running);
    assertThat(grid.job.targets().goal().weights())
        .containsEntry("n2", 1.0)
        .containsEntry("n1", 2.0);
    assertThat(weights(grid)).containsExactly(2.0, 1.0, 2.0, 2.0);
  }

  @Test
  void whyItIsOrIsNotDoneIsExplained() {
    final OneJobGrid grid = four(40_000);
    assertThat(explained(grid)).as("nothing is measured yet").isEmpty();
    grid.run("measured", () -> explained(grid).isPresent());
    assertThat(explained(grid))
        .hasValue(
            "its data is balanced: its slowest worker computes for 250 ms between two safe points,"
                + " hardly longer than the others");

    final OneJobGrid ending = four(150);
    ending.node("n2").pace.nanosPerCell = 2 * NANOS_PER_CELL;
    ending.run("measured", () -> explained(ending).isPresent());
    assertThat(explained(ending).orElseThrow())
        .matches(
            "rebalancing its data would save about \\d+ ms and cost about \\d+ ms: it stays as it"
                + " is, as long as it loses less than \\d+ % of its time");
  }
}
