package io.lull.simulator.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.agent.core.settings.Settings;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.view.JobViews;
import io.lull.protocol.model.JobState;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Coordinators are killed, frozen and thawed, agents crash and are cut off, owners come and go,
 * connections break and reports are repeated: no node is in two jobs, no accepted job is lost,
 * nobody obeys a coordinator that leads no more, no guest outstays its owner's grace period, and
 * every job ends once the faults stop.
 */
class SimulatedGridHistoriesTest {
  private static final int SEEDS = 8;
  private static final int FAULTS = 2_000;
  private static final Duration PEACE = Duration.ofMinutes(20);

  /** Of all changes that the jobs of a seed have gone through. */
  private static final Map<Long, Set<String>> KINDS_BY_SEED = new HashMap<>();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void everyAcceptedJobEndsWhateverHappened(long seed) {
    assertJobsEnd(seed);
  }

  @Tag("nightly")
  @ParameterizedTest
  @ValueSource(longs = {9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24})
  void everyAcceptedJobEndsInMoreHistories(long seed) {
    assertJobsEnd(seed);
  }

  private static void assertJobsEnd(long seed) {
    final SimulatedGrid grid = history(seed);
    final Map<String, Job> jobs = grid.stored();
    KINDS_BY_SEED.put(seed, kinds(jobs.values()));
    assertThat(jobs).as("seed %d", seed).isNotEmpty();
    // Faults of nodes and networks are not the jobs' own: none of them makes a job fail.
    assertThat(jobs.values()).as("seed %d", seed).allMatch(job -> job.state() == JobState.FINISHED);
  }

  private static Set<String> kinds(Collection<Job> jobs) {
    return jobs.stream()
        .flatMap(job -> JobViews.events(job).stream())
        .map(change -> change.getKind() + " by " + change.getCause())
        .collect(Collectors.toSet());
  }

  /** Histories that nothing happens in prove nothing. */
  @AfterAll
  static void theFaultsLedToEveryKindOfChange() {
    if (KINDS_BY_SEED.size() >= SEEDS) {
      assertThat(KINDS_BY_SEED.values().stream().flatMap(Set::stream))
          .contains(
              "start by scheduler",
              "grow by opportunity",
              "shrink by scheduler",
              "migrate by owner",
              "suspend by owner",
              "suspend by failure",
              "resume by scheduler",
              "recover by failure",
              "recover by owner",
              "checkpoint by scheduler",
              "end by scheduler");
    }
  }

  @Test
  void theSameSeedIsTheSameHistory() {
    final long trace = history(7).trace();
    assertThat(history(7).trace()).isEqualTo(trace);
    assertThat(history(8).trace()).isNotEqualTo(trace);
  }

  private static SimulatedGrid history(long seed) {
    final SimulatedGrid grid =
        new SimulatedGrid(
            new GridSetup(
                seed,
                3,
                5,
                Settings.of(Map.of("idle-after", "2s", "cpu-window", "1s", "grace", "10s")),
                Duration.ofSeconds(1),
                Duration.ofMillis(20),
                120,
                Duration.ofMillis(200)));
    try {
      new RandomFaults(grid).happen(FAULTS);
      grid.makePeace();
      grid.runUntilOver(PEACE);
      return grid;
    } catch (RuntimeException e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
    }
  }
}
