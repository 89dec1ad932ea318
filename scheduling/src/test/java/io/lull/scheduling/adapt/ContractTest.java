package io.lull.scheduling.adapt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a job is to take from one safe point to the next. */
class ContractTest {
  private static final long WINDOW_MILLIS = 2_000;
  private static final long MINUTE = 60_000;
  private long now = 1_000_000;

  private Contract after(Contract contract, int windows, double seconds) {
    Contract next = contract;
    for (int window = 0; window < windows; window++) {
      now += WINDOW_MILLIS;
      next = next.measured(seconds, now);
    }
    return next;
  }

  private Contract kept() {
    return after(Contract.NONE.confirmed(0.1), 30, 0.1);
  }

  @Test
  void nothingIsBrokenBeforeAnythingIsPromised() {
    assertThat(Contract.NONE.measured(5, now).isBroken()).isFalse();
    assertThat(Contract.NONE.scaled(2)).isEqualTo(Contract.NONE);
  }

  @Test
  void itIsBrokenAsSoonAsTheJobIsMuchSlower() {
    assertThat(kept().isBroken()).isFalse();
    assertThat(after(kept(), 10, 0.15).isBroken()).isTrue();
  }

  @Test
  void twoMeasurementsThatAreFarOffAreEnough() {
    assertThat(after(kept(), 2, 0.2).isBroken()).isTrue();
    assertThat(after(kept(), 2, 1.0).isBroken()).isTrue();
    assertThat(after(after(after(kept(), 1, 0.3), 4, 0.1), 1, 0.3).isBroken())
        .as("far from each other")
        .isFalse();
  }

  @Test
  void oneMeasurementThatIsWrongBreaksNothing() {
    final Contract wrong = after(kept(), 1, 1.0);
    assertThat(wrong.isBroken()).isFalse();
    assertThat(after(wrong, 1, 0.1).isBroken()).isFalse();
  }

  @Test
  void whatIsALittleSlowerForLongIsFound() {
    final Contract slightly = after(kept(), 4, 0.1075);
    assertThat(slightly.isBroken()).isFalse();
    assertThat(after(slightly, 60, 0.1075).isBroken()).isTrue();
  }

  @Test
  void changesThatDoNotPayAreNotLookedForAgainUntilItIsSlowerOrTenMinutesHavePassed() {
    final Contract refused = after(kept(), 60, 0.15).refused();
    assertThat(refused.isBroken()).isFalse();
    assertThat(after(refused, 60, 0.15).isBroken()).isFalse();
    assertThat(after(refused, 60, 0.30).isBroken()).isTrue();
    final Contract later = refused.measured(0.15, now + 40 * MINUTE);
    assertThat(later.measured(0.15, now + 41 * MINUTE).isBroken()).isTrue();
  }

  @Test
  void aJobThatIsFasterIsHeldToThat() {
    final Contract faster = after(kept(), 120, 0.07);
    assertThat(faster.promisedSeconds()).isCloseTo(0.07, within(0.01));
    assertThat(after(faster, 120, 0.1).isBroken()).isTrue();
  }

  @Test
  void aPredictionIsCorrectedByAQuarterAtMost() {
    final Contract predicted = kept().scaled(0.5);
    assertThat(predicted.promisedSeconds()).isCloseTo(0.05, within(1e-9));
    assertThat(predicted.confirmed(0.06).promisedSeconds()).isEqualTo(0.06);
    assertThat(predicted.confirmed(0.03).promisedSeconds()).isEqualTo(0.03);
    final Contract missed = predicted.confirmed(0.08);
    assertThat(missed.promisedSeconds()).isCloseTo(0.05, within(1e-9));
    assertThat(after(missed, 10, 0.08).isBroken()).isTrue();
  }

  @Test
  void chanceBreaksItHardlyEverWithinEightHours() {
    for (final double noise : new double[] {0.01, 0.05, 0.2}) {
      final long seed = Long.getLong("lull.seed", 20_261_129L);
      final Random random = new Random(seed);
      Contract contract = Contract.NONE.confirmed(0.1);
      int broken = 0;
      for (int window = 0; window < 14_400; window++) {
        now += WINDOW_MILLIS;
        contract = contract.measured(0.1 * Math.exp(noise * random.nextGaussian()), now);
        if (contract.isBroken()) {
          broken++;
          contract = contract.refused();
        }
      }
      assertThat(broken).as("noise %s, -Dlull.seed=%d", noise, seed).isLessThanOrEqualTo(5);
    }
  }
}
