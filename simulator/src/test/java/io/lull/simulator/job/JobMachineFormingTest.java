package io.lull.simulator.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.WorkerState;
import io.lull.coordinator.core.view.JobViews;
import io.lull.protocol.model.EventCause;
import io.lull.protocol.model.JobState;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** Workers that are lost, or never come, while a configuration is being formed. */
class JobMachineFormingTest {
  private static final int MORE_THAN_THE_LIMIT = 12;
  private static final int LONGEST_RUN_STEPS = 20_000;

  /** One report at a time, so that no stage is passed unseen. */
  private static void step(OneJobGrid grid, BooleanSupplier until) {
    for (int i = 0; i < LONGEST_RUN_STEPS; i++) {
      if (until.getAsBoolean()) {
        return;
      }
      if (grid.nodes().stream().noneMatch(grid::deliverOne)) {
        pass(grid);
      }
    }
    throw new AssertionError("never: " + grid.job.phase() + "\n" + grid.log());
  }

  private static void pass(OneJobGrid grid) {
    grid.now += OneJobGrid.TICK_MILLIS;
    grid.give(new JobEvent.Tick());
    grid.dispatch();
  }

  private static boolean stages(OneJobGrid grid) {
    return grid.job.phase() instanceof Phase.Forming forming
        && forming.stage() instanceof Phase.Staging;
  }

  private static void kill(OneJobGrid grid, String name) {
    final NodeModel node = grid.node(name);
    List.copyOf(node.workers.keySet()).forEach(id -> node.kill(id, "died by itself"));
    while (grid.deliverOne(node)) {
      // Only this node speaks: the others' pieces are still awaited.
    }
  }

  /** The owner is back, for so short that no other decision follows from it. */
  private static void reclaim(OneJobGrid grid, String name) {
    final JobEvent.Placed placed = grid.job.targets().placed();
    grid.give(
        new JobEvent.Placed(
            placed.nodes(),
            placed.spares(),
            Map.of(name, JobEvent.Placed.NOT_KNOWN),
            EventCause.OWNER,
            placed.reason()));
    grid.node(name).reports.clear();
  }

  private static OneJobGrid recovering(int nodes, int workers) {
    final OneJobGrid grid = new OneJobGrid(nodes, OneJobGrid.spec(workers, workers), 600);
    grid.start();
    grid.firstCheckpoint();
    grid.expectTrouble();
    kill(grid, "n2");
    return grid;
  }

  /** It was ready, but there was no configuration yet that it could break. */
  @Test
  void aJobWhoseWorkerDiesAgainAndAgainWhileOthersAreAwaitedFails() {
    final OneJobGrid grid = new OneJobGrid(2, OneJobGrid.spec(2, 2), 600);
    final NodeModel mortal = grid.node("n1");
    grid.dispatch();
    int deaths = 0;
    for (int i = 0; i < LONGEST_RUN_STEPS && !grid.job.ended(); i++) {
      // The other node's worker is never heard of.
      if (grid.job.workers().values().stream().anyMatch(w -> w.state() == WorkerState.READY)) {
        kill(grid, "n1");
        deaths++;
      } else if (!grid.deliverOne(mortal)) {
        pass(grid);
      }
    }
    assertThat(deaths).isEqualTo(Limits.START_RETRIES + 1);
    assertThat(grid.job.state()).isEqualTo(JobState.FAILED);
    assertThat(JobViews.of(grid.job).getError()).contains("died by itself");
  }

  @Test
  void aJobWhoseWorkerDiesAgainAndAgainBeforeItWorksFails() {
    final OneJobGrid grid = recovering(2, 2);
    for (int death = 0; death < MORE_THAN_THE_LIMIT && !grid.job.ended(); death++) {
      step(grid, () -> stages(grid) || grid.job.ended());
      kill(grid, "n2");
    }
    assertThat(grid.job.state()).isEqualTo(JobState.FAILED);
    assertThat(JobViews.of(grid.job).getError())
        .startsWith("could not be brought to work in 11 attempts: the worker on n2 ended: ")
        .contains("died by itself");
  }

  @Test
  void aJobWhoseOwnersReturnAgainAndAgainBeforeItWorksGoesOn() {
    final OneJobGrid grid = recovering(2, 2);
    for (int visit = 0; visit < MORE_THAN_THE_LIMIT; visit++) {
      step(grid, () -> stages(grid) || grid.job.ended());
      reclaim(grid, "n2");
      kill(grid, "n2");
    }
    grid.finish();
    assertThat(grid.job.state()).isEqualTo(JobState.FINISHED);
  }

  @Test
  void aNodeWhoseWorkerDiedBeforeItWorkedIsLeftAloneWhereThereIsAnother() {
    final OneJobGrid grid = recovering(3, 2);
    step(grid, () -> stages(grid));
    kill(grid, "n2");
    grid.run("recovered", () -> !grid.events("recover").isEmpty());
    assertThat(grid.job.memberNodes()).containsExactly("n1", "n3");
  }

  @Test
  void aJobWhoseWorkerIsNeverReadyFailsAfterAttemptsEachLongerThanTheLast() {
    final OneJobGrid grid = new OneJobGrid(1, OneJobGrid.spec(1, 1), 60);
    grid.dispatch();
    final NodeModel node = grid.node("n1");
    final Map<Long, Long> waitedMillis = new TreeMap<>();
    for (int i = 0; i < LONGEST_RUN_STEPS && !grid.job.ended(); i++) {
      grid.job.workers().values().stream()
          .filter(worker -> worker.state() == WorkerState.STARTING)
          .forEach(worker ->
              waitedMillis.put(worker.number(), grid.now - worker.since().orderedMillis()));
      node.reports.removeIf(JobEvent.Said.class::isInstance);
      if (!grid.deliverOne(node)) {
        pass(grid);
      }
    }
    assertThat(grid.job.state()).isEqualTo(JobState.FAILED);
    assertThat(JobViews.of(grid.job).getError())
        .isEqualTo("the worker on n1 was not ready in time");
    assertThat(waitedMillis.values())
        .map(each -> each + OneJobGrid.TICK_MILLIS)
        .containsExactly(30_000L, 60_000L, 120_000L, 120_000L);
  }
}
