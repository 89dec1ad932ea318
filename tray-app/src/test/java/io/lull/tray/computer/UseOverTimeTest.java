package io.lull.tray.computer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lull.protocol.wire.OwnerDay;
import io.lull.protocol.wire.OwnerHistory;
import io.lull.protocol.wire.OwnerSpan;
import io.lull.tray.screen.Samples;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class UseOverTimeTest {
  private static final LocalDate TODAY = LocalDate.of(2026, 11, 12);

  @Test
  void laysSpansOutOverTheDay() {
    final UseOverTime use = UseOverTime.of(Samples.history(), TODAY, ZoneOffset.UTC);
    assertThat(use.today()).hasSize(9);
    assertThat(use.today().getFirst().from()).isZero();
    assertThat(use.today().getLast().until()).isCloseTo(15.0 / 24 + 40.0 / 1440, within(1e-9));
    assertThat(use.todaySeconds().get(ComputerUse.GUEST)).isCloseTo(31_860, within(1.0));
  }

  @Test
  void hasADayForEachOfTheMonthKnownOrNot() {
    final UseOverTime use = UseOverTime.of(Samples.history(), TODAY, ZoneOffset.UTC);
    assertThat(use.month()).hasSize(30);
    assertThat(use.month().getFirst().shares())
        .containsKeys(ComputerUse.OWNER, ComputerUse.IDLE, ComputerUse.GUEST);
    assertThat(use.month().getLast().shares()).isEmpty();
  }

  @Test
  void ofYesterdaysSpanOnlyTodaysPartCounts() {
    final long midnight = Samples.at(TODAY.atStartOfDay());
    final OwnerHistory history =
        OwnerHistory.newBuilder()
            .addSpans(
                OwnerSpan.newBuilder()
                    .setFromEpochMillis(midnight - 3_600_000)
                    .setUntilEpochMillis(midnight + 3_600_000)
                    .setUse("idle"))
            .addDays(OwnerDay.newBuilder().setEpochDay(TODAY.minusMonths(1).toEpochDay()))
            .build();
    final UseOverTime use = UseOverTime.of(history, TODAY, ZoneOffset.UTC);
    assertThat(use.todaySeconds().get(ComputerUse.IDLE)).isCloseTo(3600, within(0.01));
    assertThat(use.monthSeconds()).isEmpty();
  }

  @Test
  void theDayOnWhichClocksGoBackHasTwentyFiveHours() {
    final ZoneId berlin = ZoneId.of("Europe/Berlin");
    final LocalDate longDay = LocalDate.of(2026, 10, 25);
    final long begin = longDay.atStartOfDay(berlin).toInstant().toEpochMilli();
    final OwnerHistory history =
        OwnerHistory.newBuilder()
            .addSpans(
                OwnerSpan.newBuilder()
                    .setFromEpochMillis(begin)
                    .setUntilEpochMillis(begin + 25 * 3_600_000L)
                    .setUse("guest"))
            .build();
    final UseOverTime use = UseOverTime.of(history, longDay, berlin);
    assertThat(use.today().getFirst().until()).isEqualTo(1.0);
    assertThat(use.todaySeconds().get(ComputerUse.GUEST)).isCloseTo(90_000, within(0.01));
  }
}
