package io.lull.scheduling.adapt;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.scheduling.habit.StayCurve;
import java.time.Duration;
import java.util.Collections;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** How many workers wait without data. */
class GhostRuleTest {
  private static final long MINUTE = 60_000;
  private static final double PATIENCE = 3_000;

  private static final ChangeCosts COSTS =
      new ChangeCosts(
          new TimeEstimate(4_000, 0.1),
          new TimeEstimate(100, 0.1),
          ChangeCosts.ASSUMED.agree(),
          new TimeEstimate(200, 0.1),
          new TimeEstimate(10, 0.1));

  /** 0: not known. */
  private static StayCurve stay(long medianMillis) {
    return medianMillis == 0 ? StayCurve.ALWAYS : StayCurve.even(Duration.ofMillis(medianMillis));
  }

  private static int wanted(int members, long stayMillis, double remainingMillis, int waiting) {
    return GhostRule.wanted(
        new GhostRule.Situation(
            Collections.nCopies(members, stay(stayMillis)),
            OptionalDouble.of(remainingMillis),
            PATIENCE),
        waiting,
        COSTS);
  }

  @Test
  void oneOrTwoWaitWhereOwnersReturnOften() {
    assertThat(wanted(3, 20 * MINUTE, 60 * MINUTE, 0)).isEqualTo(1);
    assertThat(wanted(3, 5 * MINUTE, 60 * MINUTE, 0)).isEqualTo(2);
  }

  @Test
  void noneWaitsWhereOwnersAreAwayForTheNight() {
    assertThat(wanted(3, 600 * MINUTE, 60 * MINUTE, 0)).isZero();
  }

  @Test
  void noneWaitsWhereNothingIsKnownOfOwners() {
    assertThat(wanted(3, 0, 60 * MINUTE, 0)).isZero();
  }

  @Test
  void noneWaitsForAJobThatIsNearlyOver() {
    assertThat(wanted(3, 20 * MINUTE, MINUTE, 0)).isZero();
  }

  @Test
  void whereProcessesStartAsFastAsGhostsWakeNonePays() {
    final ChangeCosts fast =
        new ChangeCosts(
            COSTS.wake(),
            COSTS.wake(),
            ChangeCosts.ASSUMED.agree(),
            COSTS.fixed(),
            COSTS.perMebibyte());
    assertThat(
            GhostRule.wanted(
                new GhostRule.Situation(
                    Collections.nCopies(3, stay(5 * MINUTE)), OptionalDouble.empty(), PATIENCE),
                0,
                fast))
        .isZero();
  }

  @Test
  void oneThatWaitsAlreadyStaysForLess() {
    assertThat(wanted(3, 75 * MINUTE, 60 * MINUTE, 0)).isZero();
    assertThat(wanted(3, 75 * MINUTE, 60 * MINUTE, 1)).isEqualTo(1);
  }

  @Test
  void aJobOfUnknownLengthCountsAsALongOne() {
    assertThat(
            GhostRule.wanted(
                new GhostRule.Situation(
                    Collections.nCopies(3, stay(20 * MINUTE)), OptionalDouble.empty(), PATIENCE),
                0,
                COSTS))
        .isEqualTo(1);
  }
}
