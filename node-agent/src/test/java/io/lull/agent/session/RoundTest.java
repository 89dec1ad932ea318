package io.lull.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.protocol.transport.HostPort;
import io.lull.testkit.time.VirtualClock;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RoundTest {
  private static final HostPort FIRST = new HostPort("first", 1);
  private static final HostPort SECOND = new HostPort("second", 2);
  private static final HostPort THIRD = new HostPort("third", 3);

  private final VirtualClock clock = new VirtualClock();

  @Test
  void allAreTriedInTurnBeforeThereIsAPause() {
    final Round round = round(FIRST, SECOND, THIRD);

    assertThat(round.target()).isEqualTo(FIRST);
    assertThat(round.refused(false)).isZero();
    assertThat(round.target()).isEqualTo(SECOND);
    assertThat(round.refused(false)).isZero();
    assertThat(round.target()).isEqualTo(THIRD);
    assertThat(round.refused(false)).isPositive();
    assertThat(round.target()).isEqualTo(FIRST);
  }

  @Test
  void theOneThatWasLostIsTriedFirst() {
    final Round round = round(FIRST, SECOND);

    assertThat(round.lost(false, true)).isPositive();

    assertThat(round.target()).isEqualTo(FIRST);
  }

  @Test
  void oneThatFellSilentIsLeftAloneForAWhile() {
    final Round round = round(FIRST, SECOND, THIRD);

    assertThat(round.lost(true, true)).isPositive();
    assertThat(round.target()).isEqualTo(SECOND);
    assertThat(round.refused(true)).isZero();
    assertThat(round.target()).isEqualTo(THIRD);
    assertThat(round.refused(true)).isPositive();
    assertThat(round.target()).isEqualTo(SECOND);

    clock.advance(Round.HURRY);
    round.refused(true);
    round.refused(true);
    assertThat(round.target()).isEqualTo(FIRST);
  }

  @Test
  void whoeverLostACoordinatorLooksForTheNextOftenButNotForEver() {
    final Round round = round(FIRST, SECOND);
    round.lost(false, true);

    assertThat(longestPauseUntil(Round.HURRY, round, true))
        .isBetween(Round.HURRIED_PAUSE.dividedBy(2), Round.HURRIED_PAUSE);
    assertThat(longestPauseUntil(Duration.ofMinutes(2), round, true))
        .isGreaterThanOrEqualTo(Backoff.GREATEST.dividedBy(2));
  }

  @Test
  void aNodeThatNoJobWaitsForLooksLessOften() {
    final Round round = round(FIRST, SECOND);
    round.lost(false, false);

    assertThat(longestPauseUntil(Round.HURRY, round, false))
        .isGreaterThan(Round.HURRIED_PAUSE)
        .isLessThanOrEqualTo(Round.CALM_PAUSE);
  }

  @Test
  void whereThereIsOneOnlyNobodyIsAboutToLead() {
    final Round round = round(FIRST);
    round.lost(false, true);

    assertThat(longestPauseUntil(Round.HURRY, round, true)).isGreaterThan(Round.CALM_PAUSE);
    assertThat(round.target()).isEqualTo(FIRST);
  }

  /** Nobody takes the node meanwhile. */
  private Duration longestPauseUntil(Duration end, Round round, boolean hasGuest) {
    Duration longest = Duration.ZERO;
    Duration passed = Duration.ZERO;
    while (passed.compareTo(end) < 0) {
      final Duration pause = round.refused(hasGuest);
      longest = pause.compareTo(longest) > 0 ? pause : longest;
      final Duration step = pause.plusMillis(10);
      clock.advance(step);
      passed = passed.plus(step);
    }
    return longest;
  }

  private Round round(HostPort... coordinators) {
    return new Round(List.of(coordinators), clock, new SplittableRandom(1));
  }
}
