package io.lull.simulator.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.WorkerState;
import io.lull.coordinator.core.view.JobViews;
import io.lull.protocol.model.JobState;
import io.lull.scheduling.adapt.ChangeMethod;
import org.junit.jupiter.api.Test;

/** Workers that wait without data on nodes which their job does not have. */
class JobMachineGhostTest {
  private static final long TEN_MINUTES = 600_000;

  /** Four nodes, of which the job may have three. */
  private static OneJobGrid grid() {
    final OneJobGrid grid = new OneJobGrid(4, OneJobGrid.spec(2, 3), 4_000);
    grid.ownersStayAway(TEN_MINUTES);
    grid.start();
    return grid;
  }

  private static OneJobGrid waiting() {
    final OneJobGrid grid = grid();
    grid.run("waits", () -> grid.job.ghosts().contains("n4"));
    return grid;
  }

  private static long started(OneJobGrid grid) {
    return grid.job.progress().numbers().worker();
  }

  @Test
  void oneTakesThePlaceOfAWorkerWhoseOwnerReturns() {
    final OneJobGrid grid = waiting();
    assertThat(grid.job.memberNodes()).containsExactly("n1", "n2", "n3");
    assertThat(grid.job.present()).doesNotContain("n4");
    assertThat(JobViews.of(grid.job).getWorkersCount()).isEqualTo(3);
    assertThat(JobViews.of(grid.job).getGhostsList()).containsExactly("n4");
    final long before = started(grid);
    grid.ownerReturns("n1");
    grid.run("replaced", () -> grid.job.memberNodes().contains("n4"));
    assertThat(started(grid)).isEqualTo(before);
    assertThat(grid.events("shrink")).isEmpty();
    assertThat(grid.event("migrate").getMethod()).isEqualTo("ghost");
    assertThat(grid.event("migrate").getCause()).isEqualTo("owner");
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
  }

  @Test
  void noneWaitsWhereOwnersHardlyEverReturn() {
    final OneJobGrid grid = new OneJobGrid(4, OneJobGrid.spec(2, 3), 400);
    grid.ownersStayAway(100 * TEN_MINUTES);
    grid.start();
    grid.finish();
    assertThat(started(grid)).isEqualTo(3);
  }

  @Test
  void oneThatEndsIsNoFault() {
    final OneJobGrid grid = waiting();
    final long epoch = grid.job.progress().epoch();
    grid.ownerReturns("n4");
    grid.deliverAll();
    assertThat(grid.job.occupied()).doesNotContain("n4");
    grid.ownerLeaves("n4");
    grid.run("waits again", () -> grid.job.ghosts().contains("n4"));
    assertThat(grid.job.progress().epoch()).isEqualTo(epoch);
    assertThat(grid.job.recoveries()).isZero();
    assertThat(grid.job.history().faults().starts()).isZero();
  }

  @Test
  void oneThatCannotStartIsNotStartedAgainAtOnce() {
    final OneJobGrid grid = new OneJobGrid(4, OneJobGrid.spec(2, 3), 40_000);
    grid.ownersStayAway(TEN_MINUTES);
    grid.node("n4").startsFail = true;
    grid.start();
    grid.run("tried", () -> started(grid) == 4);
    final long at = grid.now;
    grid.run("some time", () -> grid.now >= at + Limits.AVOID_MILLIS - OneJobGrid.TICK_MILLIS);
    assertThat(started(grid)).isEqualTo(4);
    grid.run("tried again", () -> started(grid) == 5);
    assertThat(grid.job.history().faults().starts()).isZero();
  }

  @Test
  void aJobThatMayHaveMoreNodesGrowsOntoOne() {
    final OneJobGrid grid = new OneJobGrid(4, OneJobGrid.spec(2, 4), 40_000);
    grid.ownersStayAway(TEN_MINUTES);
    grid.give(new JobEvent.Resize(3));
    grid.start();
    grid.run("waits", () -> grid.job.ghosts().size() == 1);
    final long before = started(grid);
    grid.give(new JobEvent.Resize(0));
    grid.run("grown", () -> grid.job.memberNodes().size() == 4);
    assertThat(started(grid)).isEqualTo(before);
    assertThat(grid.event("grow").getMethod()).isEqualTo("ghost");
  }

  @Test
  void anOperatorsMoveWaitsForOne() {
    final OneJobGrid grid = new OneJobGrid(4, OneJobGrid.spec(1, 3), 4_000);
    grid.start();
    grid.give(new JobEvent.Migrate("n2", "n4", ChangeMethod.GHOST));
    grid.dispatch();
    assertThat(grid.job.workers().values())
        .anyMatch(w -> w.node().equals("n4") && w.state() == WorkerState.GHOST);
    grid.run("moved", () -> grid.job.memberNodes().contains("n4"));
    assertThat(grid.job.memberNodes()).doesNotContain("n2");
    assertThat(grid.event("migrate").getMethod()).isEqualTo("ghost");
    assertThat(grid.event("migrate").getCause()).isEqualTo("operator");
    // Nobody knows whether another will be of use.
    final long before = started(grid);
    grid.run("a while", () -> grid.job.progress().gauge().iteration() > 2_000);
    assertThat(started(grid)).isEqualTo(before);
  }

  @Test
  void oneLivesThroughARestartOfTheCoordinator() {
    final OneJobGrid grid = waiting();
    final long before = started(grid);
    grid.restartCoordinator();
    grid.nodes().forEach(node -> grid.reconnect(node.name()));
    grid.run("waits still", () -> grid.job.ghosts().contains("n4"));
    assertThat(started(grid)).isEqualTo(before);
    grid.ownerReturns("n1");
    grid.run("replaced", () -> grid.job.memberNodes().contains("n4"));
    assertThat(started(grid)).isEqualTo(before);
  }

  @Test
  void oneHelpsARecovery() {
    final OneJobGrid grid = waiting();
    grid.firstCheckpoint();
    final long before = started(grid);
    grid.loseAtOnce("n1");
    grid.run("recovered", () -> grid.job.memberNodes().contains("n4"));
    assertThat(started(grid)).isEqualTo(before);
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
  }

  @Test
  void oneThatDoesNotGetReadyIsEnded() {
    final OneJobGrid grid = grid();
    grid.node("n4").connected = false;
    grid.run("asked to wait", () -> grid.job.occupied().contains("n4"));
    grid.run(
        "ended",
        () ->
            grid.job.workers().values().stream()
                .anyMatch(w -> w.node().equals("n4") && w.state() == WorkerState.ENDING));
    assertThat(grid.job.memberNodes()).containsExactly("n1", "n2", "n3");
  }

  @Test
  void oneEndsWithItsJob() {
    final OneJobGrid grid = waiting();
    grid.finish();
    assertThat(grid.nodes()).allMatch(node -> node.workers.isEmpty());
  }
}
