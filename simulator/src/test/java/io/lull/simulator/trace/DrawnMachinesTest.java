package io.lull.simulator.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lull.scheduling.habit.Presence;
import io.lull.testkit.random.Seed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Machines that are drawn while time passes, beside the same ones drawn before. */
class DrawnMachinesTest {
  private static final List<Presence> ALL = List.of(Presence.values());
  private static final long DAY = Duration.ofDays(1).toMillis();

  @RegisterExtension final Seed seed = Seed.ofThisRun();

  private record Seen(long millis, int machine, boolean offered, long idleMillis) {}

  private static List<Seen> events(OfferSource source) {
    final List<Seen> seen = new ArrayList<>();
    final OfferCursor cursor = source.from(-1);
    while (cursor.nextMillis() != Long.MAX_VALUE) {
      final long now = cursor.nextMillis();
      cursor.advance(
          now,
          (machine, offered) ->
              seen.add(new Seen(now, machine, offered, cursor.idleMillis(machine))));
    }
    return seen;
  }

  /** Of three machines and a bit more than two weeks. */
  private static AvailabilityTrace anyTrace(RandomGenerator random) {
    final TreeSet<String> machines = new TreeSet<>(List.of("a", "b", "c"));
    final List<AvailabilityTrace.Turn> turns = new ArrayList<>();
    for (final String machine : machines) {
      Presence last = Presence.UNKNOWN;
      long at = random.nextLong(DAY);
      while (at < 15 * DAY) {
        Presence next = ALL.get(random.nextInt(ALL.size()));
        while (next == last) {
          next = ALL.get(random.nextInt(ALL.size()));
        }
        turns.add(new AvailabilityTrace.Turn(at, machine, next));
        last = next;
        at +=
            random.nextInt(4) == 0 ? 60_000L * (1 + random.nextInt(10)) : random.nextLong(2 * DAY);
      }
    }
    turns.sort(
        Comparator.comparingLong(AvailabilityTrace.Turn::millis)
            .thenComparing(AvailabilityTrace.Turn::machine));
    return new AvailabilityTrace(machines, turns, 15 * DAY, RejectedLines.NONE);
  }

  @Test
  void theyAreThoseThatAreDrawnBefore() {
    final RandomGenerator random = seed.random();
    for (int round = 0; round < 20; round++) {
      final AvailabilityTrace trace = anyTrace(random);
      final long drawing = random.nextLong();
      final Duration recruitment = Duration.ofMinutes(5L * random.nextInt(3));
      final RecordedMachines before =
          new TracedMachines(ResampledTrace.of(trace, 7, 5, drawing), recruitment);
      final RecordedMachines drawn = new DrawnMachines(trace, 7, 5, drawing, recruitment);
      assertThat(drawn.machines()).isEqualTo(before.machines());
      assertThat(drawn.endMillis()).isEqualTo(before.endMillis());
      assertThat(events(drawn)).isEqualTo(events(before));
      final long from = random.nextLong(20 * DAY);
      final TimeSpan time = new TimeSpan(from, from + random.nextLong(15 * DAY));
      assertThat(drawn.unknownMillis(time)).isCloseTo(before.unknownMillis(time), within(0.5));
      final OfferCursor one = drawn.from(from);
      final OfferCursor other = before.from(from);
      assertThat(one.offered()).isEqualTo(other.offered());
      assertThat(one.arrivals()).isEqualTo(other.arrivals());
      assertThat(one.nextMillis()).isEqualTo(other.nextMillis());
    }
  }

  @Test
  void tensOfThousandsOfMachinesAreOfferedByTheWeekThatEachDrew() {
    final AvailabilityTrace trace = anyTrace(seed.random());
    final int machines = DrawnMachines.MOST_MACHINES;
    final long drawing = 1;
    final OfferCursor cursor =
        new DrawnMachines(trace, machines, 52, drawing, Duration.ZERO).from(0);
    cursor.advance(2 * DAY);
    final List<MachineWeek> pool = MachineWeek.of(trace);
    final List<Boolean> away =
        pool.stream().map(week -> at(week, 2 * DAY) == Presence.AWAY).toList();
    assertThat(cursor.offered())
        .isEqualTo(
            IntStream.range(0, machines)
                .filter(machine -> away.get(MachineWeek.drawn(drawing, machine, 0, pool.size())))
                .count());
  }

  private static Presence at(MachineWeek week, long millis) {
    Presence presence = week.atStart();
    for (final AvailabilityTrace.Turn turn : week.turns()) {
      presence = turn.millis() <= millis ? turn.presence() : presence;
    }
    return presence;
  }

  @Test
  void moreThanIsSimulatedIsRefused() {
    final AvailabilityTrace trace = anyTrace(seed.random());
    assertThatThrownBy(() -> new DrawnMachines(trace, 50_001, 1, 1, Duration.ZERO))
        .hasMessage("at most 50000 machines and 5300 weeks are simulated, not 50001 and 1");
    final AvailabilityTrace day =
        new AvailabilityTrace(trace.machines(), trace.turns(), DAY, RejectedLines.NONE);
    assertThatThrownBy(() -> new DrawnMachines(day, 1, 1, 1, Duration.ZERO))
        .hasMessageContaining("shorter than one");
  }
}
