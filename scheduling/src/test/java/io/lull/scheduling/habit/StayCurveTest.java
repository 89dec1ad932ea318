package io.lull.scheduling.habit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** For how long owners stay away. */
class StayCurveTest {
  private static final Duration WEEK = Duration.ofDays(7);

  /** Nobody comes for an hour, then nearly all within the next. */
  private static final StayCurve AT_NINE =
      StayCurve.of(new double[] {60, 120, 180}, new double[] {0, 0.05, 0.001});

  @Test
  void whoAlwaysStaysAwayIsAwayForAllThatIsAsked() {
    assertThat(StayCurve.ALWAYS.survival(1e12)).isOne();
    assertThat(StayCurve.ALWAYS.expectedMillis(1e12)).isEqualTo(1e12);
    assertThat(StayCurve.ALWAYS.median(WEEK)).isEqualTo(WEEK);
  }

  @Test
  void anEvenRateHalvesInItsMedian() {
    final StayCurve even = StayCurve.even(Duration.ofMinutes(10));
    assertThat(even.median(WEEK)).isEqualTo(Duration.ofMinutes(10));
    assertThat(even.survival(600_000)).isCloseTo(0.5, within(1e-12));
    assertThat(even.survival(1_800_000)).isCloseTo(0.125, within(1e-12));
    assertThat(even.expectedMillis(600_000)).isCloseTo(600_000 * 0.5 / Math.log(2), within(1e-6));
  }

  @Test
  void anHourInWhichNobodyComesIsCertain() {
    assertThat(AT_NINE.survival(60)).isOne();
    assertThat(AT_NINE.expectedMillis(60)).isEqualTo(60);
    assertThat(AT_NINE.survival(120)).isCloseTo(Math.exp(-3), within(1e-12));
    assertThat(AT_NINE.median(WEEK)).isEqualTo(Duration.ofMillis(73));
  }

  @Test
  void theLastRateDoesNotEnd() {
    assertThat(AT_NINE.survival(1_120)).isCloseTo(Math.exp(-3 - 1), within(1e-12));
  }

  @Test
  void theExpectationIsTheAreaBelowTheCurve() {
    for (final double until : new double[] {30, 90, 150, 400}) {
      double area = 0;
      for (int step = 0; step < 100_000; step++) {
        area += AT_NINE.survival(until * (step + 0.5) / 100_000) * until / 100_000;
      }
      assertThat(AT_NINE.expectedMillis(until)).isCloseTo(area, within(1e-6));
    }
  }
}
