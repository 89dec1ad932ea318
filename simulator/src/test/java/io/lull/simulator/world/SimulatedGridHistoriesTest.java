package io.lull.simulator.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.coordinator.core.job.Job;
import io.lull.protocol.model.JobState;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Coordinators are killed, frozen and thawed, agents crash and are cut off, owners come and go,
 * words are lost with their wires and said again: no node is in two jobs, no accepted job is lost,
 * nobody obeys a coordinator that leads no more, and every job ends once the faults stop.
 */
class SimulatedGridHistoriesTest {
  private static final int STEPS = 2_000;
  private static final int PEACE_TICKS = 6_000;

  @ParameterizedTest
  @ValueSource(
      longs = {
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24
      })
  void everyAcceptedJobEndsWhateverHappened(long seed) {
    final SimulatedGrid grid = history(seed);
    final Map<String, Job> jobs = grid.stored();
    assertThat(jobs).as("seed %d", seed).isNotEmpty();
    assertThat(jobs.values())
        .as("seed %d", seed)
        .allMatch(job -> job.state() == JobState.FINISHED || job.state() == JobState.FAILED);
  }

  @Test
  void theSameSeedIsTheSameHistory() {
    assertThat(history(7).trace()).isEqualTo(history(7).trace());
    assertThat(history(7).trace()).isNotEqualTo(history(8).trace());
  }

  private static SimulatedGrid history(long seed) {
    final SimulatedGrid grid = new SimulatedGrid(new Random(seed));
    try {
      grid.live(STEPS);
      grid.inPeace(PEACE_TICKS);
      return grid;
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
    }
  }
}
