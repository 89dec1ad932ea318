package io.lull.simulator.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lull.scheduling.habit.Presence;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ResampledTraceTest {
  private static final long DAY = Duration.ofDays(1).toMillis();

  /**
   * One machine is idle on the first days of a week, the other on all but the first of two weeks.
   */
  private static AvailabilityTrace twoWeeks() {
    return new AvailabilityTrace(
        new TreeSet<>(List.of("a", "b")),
        List.of(
            new AvailabilityTrace.Turn(0, "a", Presence.AWAY),
            new AvailabilityTrace.Turn(2 * DAY, "a", Presence.THERE),
            new AvailabilityTrace.Turn(DAY, "b", Presence.AWAY)),
        14 * DAY,
        RejectedLines.NONE);
  }

  private static double share(AvailabilityTrace trace) {
    final OfferTimes offers = OfferTimes.of(trace, Duration.ZERO);
    return offers.idle().keySet().stream()
        .mapToDouble(machine -> offers.share(machine, List.of(new TimeSpan(0, trace.endMillis()))))
        .average()
        .orElseThrow();
  }

  @Test
  void manyMachinesAreAsMuchInUseAsThoseOfTheTrace() {
    final AvailabilityTrace many = ResampledTrace.of(twoWeeks(), 500, 10, 3);
    assertThat(many.machines()).hasSize(500);
    assertThat(many.endMillis()).isEqualTo(70 * DAY);
    assertThat(share(many)).isCloseTo(share(twoWeeks()), within(0.03));
  }

  @Test
  void oneMachineMoreOrOneWeekMoreChangesNothingElse() {
    final AvailabilityTrace few = ResampledTrace.of(twoWeeks(), 3, 2, 3);
    final AvailabilityTrace more = ResampledTrace.of(twoWeeks(), 4, 3, 3);
    assertThat(
            more.turns().stream()
                .filter(
                    turn -> !turn.machine().equals("n000004") && turn.millis() < few.endMillis()))
        .isEqualTo(few.turns());
    assertThat(ResampledTrace.of(twoWeeks(), 3, 2, 4)).isNotEqualTo(few);
    assertThat(ResampledTrace.of(twoWeeks(), 3, 2, 3)).isEqualTo(few);
  }

  @Test
  void aTraceOfLessThanAWeekHasNoWeeks() {
    final AvailabilityTrace day =
        new AvailabilityTrace(
            new TreeSet<>(List.of("a")),
            List.of(new AvailabilityTrace.Turn(0, "a", Presence.AWAY)),
            DAY,
            RejectedLines.NONE);
    assertThatThrownBy(() -> ResampledTrace.of(day, 1, 1, 1))
        .hasMessage("weeks of machines are drawn from the trace, which is shorter than one");
  }

  @Test
  void tracesTogetherKeepTheirMachinesApart() {
    final AvailabilityTrace both =
        AvailabilityTrace.together(
            List.of(
                twoWeeks(),
                new AvailabilityTrace(
                    new TreeSet<>(List.of("a")),
                    List.of(new AvailabilityTrace.Turn(0, "a", Presence.AWAY)),
                    DAY,
                    RejectedLines.NONE)));
    assertThat(both.machines()).containsExactly("1:a", "1:b", "2:a");
    assertThat(both.endMillis()).isEqualTo(14 * DAY);
    assertThat(OfferTimes.of(both, Duration.ZERO).offered("2:a"))
        .containsExactly(new TimeSpan(0, DAY));
  }
}
