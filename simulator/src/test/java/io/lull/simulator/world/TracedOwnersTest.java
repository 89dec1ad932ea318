package io.lull.simulator.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.agent.core.settings.Settings;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.store.DiscardingHistory;
import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.JobSpec;
import io.lull.scheduling.habit.Presence;
import io.lull.simulator.job.JobPace;
import io.lull.simulator.trace.AvailabilityTrace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Owners come and go as a trace says, and jobs use what they leave. */
class TracedOwnersTest {
  private static SimulatedGrid grid(int nodes) {
    return new SimulatedGrid(
        new GridSetup(
            1,
            GridSetup.SOME_MONDAY_MILLIS,
            1,
            nodes,
            Settings.DEFAULTS,
            Duration.ofMillis(20),
            Duration.ofMillis(100),
            _ -> new DiscardingHistory(),
            _ -> JobPace.steady(20, Duration.ofMinutes(1)),
            GridSetup.Steps.NOTHING));
  }

  private static AvailabilityTrace trace(AvailabilityTrace.Turn... turns) {
    final TreeSet<String> machines = new TreeSet<>();
    List.of(turns).forEach(turn -> machines.add(turn.machine()));
    return new AvailabilityTrace(machines, List.of(turns));
  }

  private static AvailabilityTrace.Turn turn(int minute, Presence presence) {
    return new AvailabilityTrace.Turn(Duration.ofMinutes(minute).toMillis(), "w", presence);
  }

  @Test
  void aNodeIsItsOwnersUntilTheyHaveBeenIdleForLongEnough() {
    final SimulatedGrid grid = grid(1);
    TracedOwners.follow(
        grid,
        trace(
            turn(0, Presence.AWAY),
            turn(20, Presence.THERE),
            turn(40, Presence.AWAY),
            turn(60, Presence.UNKNOWN),
            turn(70, Presence.AWAY)));
    final List<Integer> willing = new ArrayList<>();
    for (int minute = 0; minute < 80; minute++) {
      grid.agenda().runFor(Duration.ofMinutes(1).minusSeconds(1));
      if (grid.agents().getFirst().willing()) {
        willing.add(minute);
      }
      grid.agenda().runFor(Duration.ofSeconds(1));
    }
    assertThat(willing)
        .contains(6, 19, 46, 59, 76)
        .doesNotContain(0, 3, 20, 30, 39, 41, 60, 69, 72);
  }

  @Test
  void aTraceOfMoreMachinesThanNodesIsRefused() {
    final AvailabilityTrace two =
        trace(
            new AvailabilityTrace.Turn(0, "a", Presence.AWAY),
            new AvailabilityTrace.Turn(0, "b", Presence.AWAY));
    assertThatThrownBy(() -> TracedOwners.follow(grid(1), two))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the trace has 2 machines, the grid only 1 nodes");
  }

  @Test
  void jobsEndOnNodesWhoseOwnersComeAndGo() {
    final SimulatedGrid grid = grid(20);
    TracedOwners.follow(grid, restless(20, Duration.ofHours(1), new SplittableRandom(1)));
    for (int j = 0; j < 4; j++) {
      grid.submit(
          JobSpec.newBuilder()
              .setName("heat")
              .setApp("jacobi")
              .setMinWorkers(1)
              .setMaxWorkers(4)
              .setCheckpoint("auto"));
    }
    grid.agenda().runFor(Duration.ofHours(1));
    grid.makePeace();
    grid.runUntilOver(Duration.ofHours(1));
    assertThat(grid.stored().values())
        .hasSize(4)
        .extracting(Job::state)
        .containsOnly(JobState.FINISHED);
  }

  /** Each owner is there for a third of the time, and comes and goes each hour. */
  private static AvailabilityTrace restless(int nodes, Duration length, RandomGenerator chance) {
    final List<AvailabilityTrace.Turn> turns = new ArrayList<>();
    for (int n = 0; n < nodes; n++) {
      boolean there = chance.nextInt(3) == 0;
      long at = 0;
      while (at < length.toMillis()) {
        turns.add(
            new AvailabilityTrace.Turn(
                at, "w%02d".formatted(n), there ? Presence.THERE : Presence.AWAY));
        at += Math.round(-Math.log(1 - chance.nextDouble()) * (there ? 1_200_000 : 2_400_000));
        there = !there;
      }
    }
    turns.sort(Comparator.comparingLong(AvailabilityTrace.Turn::millis));
    return trace(turns.toArray(AvailabilityTrace.Turn[]::new));
  }
}
