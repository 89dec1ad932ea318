package io.lull.simulator.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.scheduling.habit.Presence;
import io.lull.simulator.comparison.Lanes.Lane;
import io.lull.simulator.comparison.Lanes.Stretch;
import io.lull.simulator.sharing.ChangeCost;
import io.lull.simulator.sharing.ParallelJob;
import io.lull.simulator.sharing.Speedup;
import io.lull.simulator.trace.AvailabilityTrace;
import io.lull.simulator.trace.AvailabilityTrace.Turn;
import io.lull.simulator.trace.RejectedLines;
import io.lull.simulator.trace.TracedMachines;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Who has which machine on the first day. */
class LanesTest {
  private static final long HOUR = Duration.ofHours(1).toMillis();

  private static Lanes lanes(
      Contender contender, int machines, List<Turn> more, List<ParallelJob> jobs) {
    final List<Turn> turns = new ArrayList<>();
    final TreeSet<String> names = new TreeSet<>();
    for (int machine = 0; machine < machines; machine++) {
      names.add("m" + (100 + machine));
      turns.add(new Turn(0, "m" + (100 + machine), Presence.AWAY));
    }
    turns.addAll(more);
    return Lanes.of(
        new TracedMachines(
            new AvailabilityTrace(names, turns, 100 * HOUR, RejectedLines.NONE), Duration.ZERO),
        jobs,
        ChangeCost.ofResize(0),
        contender);
  }

  private static ParallelJob job(int number, long submitHour, int machines, long hours) {
    return ParallelJob.taking(
        number, submitHour * HOUR, machines, hours * HOUR, new Speedup.Perfect());
  }

  @Test
  void aLaneSaysWhoHasTheMachineAndWhenItIsOffered() {
    final Lanes lanes =
        lanes(
            Contender.STATIC,
            2,
            List.of(
                new Turn(5 * HOUR, "m101", Presence.THERE),
                new Turn(8 * HOUR, "m101", Presence.AWAY)),
            List.of(job(7, 1, 2, 2), job(9, 6, 1, 30)));
    assertThat(lanes.fromMillis()).isEqualTo(HOUR);
    assertThat(lanes.toMillis()).isEqualTo(25 * HOUR);
    assertThat(lanes.lanes())
        .containsExactly(
            new Lane(
                0,
                List.of(
                    new Stretch(HOUR, 3 * HOUR, 7),
                    new Stretch(3 * HOUR, 6 * HOUR, Lanes.NOBODY),
                    new Stretch(6 * HOUR, 25 * HOUR, 9))),
            new Lane(
                1,
                List.of(
                    new Stretch(HOUR, 3 * HOUR, 7),
                    new Stretch(3 * HOUR, 5 * HOUR, Lanes.NOBODY),
                    new Stretch(8 * HOUR, 25 * HOUR, Lanes.NOBODY))));
  }

  @Test
  void tasksOfABagAreItsOwn() {
    final Lanes lanes = lanes(Contender.BAGS, 3, List.of(), List.of(job(4, 0, 3, 30)));
    assertThat(lanes.lanes())
        .hasSize(3)
        .allSatisfy(
            lane -> assertThat(lane.stretches()).containsExactly(new Stretch(0, 24 * HOUR, 4)));
  }

  @Test
  void aPictureHasRoomForSoManyMachines() {
    assertThat(lanes(Contender.LIVE, 50, List.of(), List.of(job(1, 0, 3, 1))).lanes())
        .hasSize(Lanes.MOST);
  }
}
