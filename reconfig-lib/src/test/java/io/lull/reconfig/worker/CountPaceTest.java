package io.lull.reconfig.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CountPaceTest {
  private static final long SECOND = 1_000_000_000L;

  private final CountPace pace = new CountPace(3);

  @Test
  void nothingIsSaidBeforeSeveralAreOver() {
    assertThat(pace.secondsEach(1, 0, 0)).isZero();
    assertThat(pace.secondsEach(1, 1, SECOND)).isZero();
    assertThat(pace.secondsEach(1, 2, 2 * SECOND)).isZero();
    assertThat(pace.secondsEach(1, 3, 3 * SECOND)).isEqualTo(1);
    assertThat(pace.secondsEach(1, 3, 4 * SECOND)).as("no more are over").isZero();
    assertThat(pace.secondsEach(1, 4, 5 * SECOND)).isEqualTo(2);
  }

  @Test
  void oneIsEnoughWhereItTakesLong() {
    assertThat(pace.secondsEach(1, 0, 0)).isZero();
    assertThat(pace.secondsEach(1, 0, 9 * SECOND)).isZero();
    assertThat(pace.secondsEach(1, 1, 10 * SECOND)).isEqualTo(10);
  }

  @Test
  void theTimeBeforeTheFirstAndBetweenTwoConfigurationsDoesNotCount() {
    assertThat(pace.secondsEach(0, 0, 0)).isZero();
    assertThat(pace.secondsEach(1, 0, 90 * SECOND)).isZero();
    assertThat(pace.secondsEach(1, 3, 93 * SECOND)).isEqualTo(1);
    assertThat(pace.secondsEach(2, 5, 200 * SECOND)).isZero();
    assertThat(pace.secondsEach(2, 7, 202 * SECOND)).isZero();
    assertThat(pace.secondsEach(2, 8, 203 * SECOND)).isEqualTo(1);
  }

  @Test
  void aProgramThatGoesBackBeginsAnew() {
    assertThat(pace.secondsEach(1, 50, 0)).isZero();
    assertThat(pace.secondsEach(1, 10, SECOND)).isZero();
    assertThat(pace.secondsEach(1, 13, 4 * SECOND)).isEqualTo(1);
  }
}
