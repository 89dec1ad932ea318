package io.lull.agent.core.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.testkit.time.VirtualClock;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DialOrderTest {
  private static final int FIRST = 0;
  private static final int SECOND = 1;
  private static final int THIRD = 2;

  private final VirtualClock clock = new VirtualClock();

  @Test
  void allAreTriedInTurnBeforeThereIsAPause() {
    final DialOrder dials = dials(3);

    assertThat(dials.target()).isEqualTo(FIRST);
    assertThat(dials.refused(false, clock.nanos())).isZero();
    assertThat(dials.target()).isEqualTo(SECOND);
    assertThat(dials.refused(false, clock.nanos())).isZero();
    assertThat(dials.target()).isEqualTo(THIRD);
    assertThat(dials.refused(false, clock.nanos())).isPositive();
    assertThat(dials.target()).isEqualTo(FIRST);
  }

  @Test
  void theOneThatWasLostIsTriedFirst() {
    final DialOrder dials = dials(2);

    assertThat(dials.lost(false, true, clock.nanos())).isPositive();

    assertThat(dials.target()).isEqualTo(FIRST);
  }

  @Test
  void oneThatFellSilentIsLeftAloneForAWhile() {
    final DialOrder dials = dials(3);

    assertThat(dials.lost(true, true, clock.nanos())).isPositive();
    assertThat(dials.target()).isEqualTo(SECOND);
    assertThat(dials.refused(true, clock.nanos())).isZero();
    assertThat(dials.target()).isEqualTo(THIRD);
    assertThat(dials.refused(true, clock.nanos())).isPositive();
    assertThat(dials.target()).isEqualTo(SECOND);

    clock.advance(DialOrder.HURRY);
    dials.refused(true, clock.nanos());
    dials.refused(true, clock.nanos());
    assertThat(dials.target()).isEqualTo(FIRST);
  }

  @Test
  void whoeverLostACoordinatorLooksForTheNextOftenButNotForEver() {
    final DialOrder dials = dials(2);
    dials.lost(false, true, clock.nanos());

    assertThat(longestPauseUntil(DialOrder.HURRY, dials, true))
        .isBetween(DialOrder.HURRIED_PAUSE.dividedBy(2), DialOrder.HURRIED_PAUSE);
    assertThat(longestPauseUntil(Duration.ofMinutes(2), dials, true))
        .isGreaterThanOrEqualTo(Backoff.GREATEST.dividedBy(2));
  }

  @Test
  void aNodeThatNoJobWaitsForLooksLessOften() {
    final DialOrder dials = dials(2);
    dials.lost(false, false, clock.nanos());

    assertThat(longestPauseUntil(DialOrder.HURRY, dials, false))
        .isGreaterThan(DialOrder.HURRIED_PAUSE)
        .isLessThanOrEqualTo(DialOrder.CALM_PAUSE);
  }

  @Test
  void whereThereIsOneOnlyNobodyIsAboutToLead() {
    final DialOrder dials = dials(1);
    dials.lost(false, true, clock.nanos());

    assertThat(longestPauseUntil(DialOrder.HURRY, dials, true)).isGreaterThan(DialOrder.CALM_PAUSE);
    assertThat(dials.target()).isEqualTo(FIRST);
  }

  /** Nobody takes the node meanwhile. */
  private Duration longestPauseUntil(Duration end, DialOrder dials, boolean hasGuest) {
    Duration longest = Duration.ZERO;
    Duration passed = Duration.ZERO;
    while (passed.compareTo(end) < 0) {
      final Duration pause = dials.refused(hasGuest, clock.nanos());
      longest = pause.compareTo(longest) > 0 ? pause : longest;
      final Duration step = pause.plusMillis(10);
      clock.advance(step);
      passed = passed.plus(step);
    }
    return longest;
  }

  private DialOrder dials(int coordinators) {
    return new DialOrder(coordinators, new SplittableRandom(1), clock.nanos());
  }
}
