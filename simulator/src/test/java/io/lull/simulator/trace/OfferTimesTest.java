package io.lull.simulator.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lull.scheduling.habit.Presence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class OfferTimesTest {
  private static final long MINUTE = 60_000;

  private static AvailabilityTrace.Turn turn(long minute, String machine, Presence presence) {
    return new AvailabilityTrace.Turn(minute * MINUTE, machine, presence);
  }

  private static OfferTimes offers(int recruitMinutes, AvailabilityTrace.Turn... turns) {
    final TreeSet<String> machines = new TreeSet<>();
    for (final AvailabilityTrace.Turn turn : turns) {
      machines.add(turn.machine());
    }
    return OfferTimes.of(
        new AvailabilityTrace(machines, List.of(turns)), Duration.ofMinutes(recruitMinutes));
  }

  @Test
  void aMachineIsOfferedWhenItHasBeenIdleForLongEnoughUntilItsOwnerIsBack() {
    final OfferTimes offers =
        offers(
            6,
            turn(0, "a", Presence.AWAY),
            turn(6, "a", Presence.THERE),
            turn(10, "a", Presence.AWAY),
            turn(30, "a", Presence.UNKNOWN),
            turn(40, "b", Presence.AWAY),
            turn(60, "c", Presence.THERE));
    assertThat(offers.offered("a")).containsExactly(new TimeSpan(16 * MINUTE, 30 * MINUTE));
    assertThat(offers.offered("b")).containsExactly(new TimeSpan(46 * MINUTE, 60 * MINUTE));
    assertThat(offers.offered("c")).isEmpty();
    assertThat(
            offers.share(
                "a", List.of(new TimeSpan(0, 20 * MINUTE), new TimeSpan(29 * MINUTE, 49 * MINUTE))))
        .isCloseTo(5.0 / 40, within(1e-12));
    assertThat(offers.only(List.of("b", "c")).idle()).containsOnlyKeys("b", "c");
  }

  @Test
  void aCalendarSaysWhatIsOfferedAtAnyTime() {
    final OfferCalendar calendar =
        new OfferCalendar(
            offers(
                0,
                turn(0, "a", Presence.AWAY),
                turn(10, "a", Presence.THERE),
                turn(10, "b", Presence.AWAY),
                turn(20, "b", Presence.THERE)));
    final OfferCursor cursor = calendar.from(5 * MINUTE);
    assertThat(cursor.offered()).isEqualTo(1);
    assertThat(cursor.isOffered(0)).isTrue();
    assertThat(cursor.idleMillis(0)).isZero();
    assertThat(cursor.nextMillis()).isEqualTo(10 * MINUTE);
    cursor.advance(10 * MINUTE);
    assertThat(cursor.offered()).isEqualTo(1);
    assertThat(cursor.isOffered(0)).isFalse();
    assertThat(cursor.isOffered(1)).isTrue();
    assertThat(cursor.idleMillis(1)).isEqualTo(10 * MINUTE);
    cursor.advance(20 * MINUTE);
    assertThat(cursor.offered()).isZero();
    assertThat(cursor.nextMillis()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void arrivalsOfTheLastTwoHoursAreCounted() {
    final List<AvailabilityTrace.Turn> turns = new ArrayList<>();
    for (int minute = 0; minute < 100; minute += 10) {
      turns.add(turn(minute, "a", Presence.AWAY));
      turns.add(turn(minute + 5, "a", Presence.THERE));
    }
    final OfferCalendar calendar =
        new OfferCalendar(offers(1, turns.toArray(AvailabilityTrace.Turn[]::new)));
    // One came after 1 minute, and one every 10 minutes after that, until 91.
    assertThat(calendar.from(21 * MINUTE).arrivals()).isEqualTo(3);
    assertThat(calendar.from(100 * MINUTE).arrivals()).isEqualTo(10);
    assertThat(calendar.from(120 * MINUTE).arrivals()).isEqualTo(10);
    final OfferCursor later = calendar.from(21 * MINUTE);
    later.advance(121 * MINUTE);
    assertThat(later.arrivals()).as("two hours ago is too long ago").isEqualTo(9);
    later.advance(131 * MINUTE - 1);
    assertThat(later.arrivals()).isEqualTo(9);
  }
}
