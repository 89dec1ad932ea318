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
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is not a program's work takes the time that it is given. */
class WorkerDelaysTest {
  private static final int SECONDS = 60;

  /** Messages take some milliseconds each, and safe points come once a second. */
  private static final double NEARLY_MILLIS = 3_000;

  private static Job run(WorkerDelays delays, boolean ownerComes) {
    final SimulatedGrid grid =
        new SimulatedGrid(
            new GridSetup(
                1,
                1,
                2,
                Settings.of(Map.of("idle-after", "2s")),
                Duration.ofMillis(4),
                Duration.ofMillis(2),
                _ -> new DiscardingHistory(),
                _ -> new JobPace(SECONDS, _ -> 1, true, delays),
                GridSetup.Steps.NOTHING));
    grid.agenda().runFor(Duration.ofSeconds(30));
    grid.submit(
        JobSpec.newBuilder()
            .setName("heat")
            .setApp("jacobi")
            .setMinWorkers(1)
            .setMaxWorkers(1)
            .setCheckpoint("auto"));
    if (ownerComes) {
      grid.agenda().runFor(Duration.ofSeconds(30));
      grid.agents().stream().filter(SimulatedAgent::hasGuests).forEach(SimulatedAgent::ownerComes);
    }
    grid.runUntilOver(Duration.ofMinutes(10));
    return grid.stored().values().iterator().next();
  }

  private static long millis(Job job) {
    return job.endedMillis() - job.terms().submittedMillis();
  }

  private static WorkerDelays delays(int start, int migration, int end) {
    return new WorkerDelays(
        Duration.ofSeconds(start),
        Duration.ofSeconds(999),
        Duration.ofSeconds(migration),
        Duration.ofSeconds(end));
  }

  @Test
  void aJobTakesItsStartItsIterationsAndItsEnd() {
    assertThat((double) millis(run(WorkerDelays.NONE, false)))
        .isCloseTo(SECONDS * 1e3, within(NEARLY_MILLIS));
    assertThat((double) millis(run(delays(20, 0, 0), false)))
        .isCloseTo((SECONDS + 20) * 1e3, within(NEARLY_MILLIS));
    assertThat((double) millis(run(delays(0, 0, 20), false)))
        .isCloseTo((SECONDS + 20) * 1e3, within(NEARLY_MILLIS));
  }

  @Test
  void aMigrationIsNoResize() {
    final Job job = run(delays(0, 15, 0), true);
    assertThat(job.history().events())
        .anyMatch(event -> event.kind() == EventKind.MIGRATE)
        .noneMatch(event -> event.kind() == EventKind.RECOVER);
    assertThat((double) millis(job)).isCloseTo((SECONDS + 15) * 1e3, within(NEARLY_MILLIS));
  }
}
