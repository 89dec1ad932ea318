package io.lull.simulator.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lull.agent.core.settings.Settings;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.store.DiscardingHistory;
import io.lull.protocol.model.EventKind;
import io.lull.protocol.wire.JobSpec;
import io.lull.simulator.job.JobPace;
import io.lull.simulator.job.WorkerDelays;
import io.lull.simulator.job.WorkerDelays.Changes;
import io.lull.simulator.job.WorkerDelays.Ends;
import io.lull.simulator.job.WorkerDelays.Starts;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is not a program's work takes the time that it is given. */
class WorkerDelaysTest {
  private static final int SECONDS = 60;

  /** Messages take some milliseconds each, and safe points come once a second. */
  private static final double NEARLY_MILLIS = 3_000;

  private static SimulatedGrid grid(WorkerDelays delays, int workers) {
    return grid(
        2, Duration.ofMillis(4), new JobPace(SECONDS, workers, _ -> 1, true, delays), workers);
  }

  /** With a job of so many workers, submitted when all nodes are available. */
  private static SimulatedGrid grid(int nodes, Duration iteration, JobPace pace, int workers) {
    final SimulatedGrid grid =
        new SimulatedGrid(
            new GridSetup(
                1,
                GridSetup.SOME_MONDAY_MILLIS,
                1,
                nodes,
                Settings.of(Map.of("idle-after", "2s")),
                iteration,
                Duration.ofMillis(2),
                _ -> new DiscardingHistory(),
                _ -> pace,
                GridSetup.Steps.NOTHING));
    grid.agenda().runFor(Duration.ofSeconds(30));
    grid.submit(
        JobSpec.newBuilder()
            .setName("heat")
            .setApp("jacobi")
            .setMinWorkers(workers)
            .setMaxWorkers(workers)
            .setCheckpoint("auto"));
    return grid;
  }

  private static Job run(WorkerDelays delays, boolean ownerComes) {
    final SimulatedGrid grid = grid(delays, 1);
    if (ownerComes) {
      grid.agenda().runFor(Duration.ofSeconds(30));
      grid.agents().stream().filter(SimulatedAgent::hasGuests).forEach(SimulatedAgent::ownerComes);
    }
    return run(grid);
  }

  private static Job run(SimulatedGrid grid) {
    grid.runUntilOver(Duration.ofMinutes(10));
    return grid.stored().values().iterator().next();
  }

  private static long millis(Job job) {
    return job.endedMillis() - job.terms().submittedMillis();
  }

  private static WorkerDelays delays(Starts starts, int migration, Ends ends) {
    return new WorkerDelays(
        starts,
        new Changes(
            Duration.ofSeconds(999), Duration.ofSeconds(999), Duration.ofSeconds(migration)),
        ends);
  }

  private static Starts starts(int first, int further) {
    return new Starts(
        Duration.ofSeconds(first), Duration.ofSeconds(further), Duration.ZERO, Duration.ZERO);
  }

  private static Ends ends(int outputs, int exit) {
    return new Ends(Duration.ofSeconds(outputs), Duration.ofSeconds(exit));
  }

  @Test
  void aJobTakesItsStartItsIterationsAndItsEnd() {
    assertThat((double) millis(run(WorkerDelays.NONE, false)))
        .isCloseTo(SECONDS * 1e3, within(NEARLY_MILLIS));
    assertThat((double) millis(run(delays(starts(20, 900), 0, ends(0, 0)), false)))
        .isCloseTo((SECONDS + 20) * 1e3, within(NEARLY_MILLIS));
    assertThat((double) millis(run(delays(starts(0, 0), 0, ends(20, 0)), false)))
        .isCloseTo((SECONDS + 20) * 1e3, within(NEARLY_MILLIS));
  }

  @Test
  void workersThatStartTogetherTakeLonger() {
    assertThat((double) millis(run(grid(delays(starts(20, 7), 0, ends(0, 0)), 2))))
        .isCloseTo((SECONDS + 27) * 1e3, within(NEARLY_MILLIS));
  }

  @Test
  void aNodeHasItsGuestUntilTheProcessIsGone() {
    final SimulatedGrid grid = grid(delays(starts(0, 0), 0, ends(0, 40)), 1);
    grid.agenda().runFor(Duration.ofSeconds(SECONDS + 20));
    assertThat(grid.stored().values()).hasSize(1).allMatch(Job::ended);
    assertThat(grid.agents()).anyMatch(SimulatedAgent::hasGuests);
    grid.agenda().runFor(Duration.ofSeconds(40));
    assertThat(grid.agents()).noneMatch(SimulatedAgent::hasGuests);
  }

  @Test
  void aMigrationIsNoResize() {
    final Job job = run(delays(starts(0, 0), 15, ends(0, 0)), true);
    assertThat(job.history().events())
        .anyMatch(event -> event.kind() == EventKind.MIGRATE)
        .noneMatch(event -> event.kind() == EventKind.RECOVER);
    assertThat((double) millis(job)).isCloseTo((SECONDS + 15) * 1e3, within(NEARLY_MILLIS));
  }

  /** Some have passed the next safe point when they are asked for it, others have not. */
  @Test
  void workersThatAreAskedAtDifferentIterationsAgree() {
    final Duration iteration = Duration.ofMillis(50);
    final int iterations = 2_000;
    final JobPace pace =
        new JobPace(iterations, 4, _ -> iteration.toMillis() / 1e3, true, WorkerDelays.NONE);
    final Job job = run(grid(4, iteration, pace, 4));
    assertThat(job.history().events())
        .filteredOn(event -> event.kind() == EventKind.CHECKPOINT)
        .hasSizeGreaterThan(10);
    assertThat((double) millis(job))
        .isCloseTo((double) iterations * iteration.toMillis(), within(2 * NEARLY_MILLIS));
  }
}
