package io.lull.platform.windows.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.testkit.random.Seed;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LastInputTicksTest {
  @RegisterExtension final Seed seed = Seed.ofThisRun();

  private final LastInputTicks ticks = new LastInputTicks();

  private static long ms(long millis) {
    return Duration.ofMillis(millis).toNanos();
  }

  @Test
  void countsFromTheLastInput() {
    assertThat(ticks.at(1_000, 61_000, ms(5_000_000))).isEqualTo(ms(4_940_000));
  }

  @Test
  void countsAcrossTheEndOfThirtyTwoBits() {
    assertThat(ticks.at(-2_000, 3_000, ms(100_000))).isEqualTo(ms(95_000));
  }

  @Test
  void aCountThatStaysIsNoInputHoweverOftenTheTicksBeginAgain() {
    final long first = ticks.at(1_000, 2_000, ms(0));
    assertThat(ticks.at(1_000, 500, Duration.ofDays(50).toNanos())).isEqualTo(first);
    assertThat(ticks.at(1_000, 1_000, Duration.ofDays(100).toNanos())).isEqualTo(first);
  }

  @Test
  void aCountAheadOfTheClockIsOfNow() {
    assertThat(ticks.at(10_016, 10_000, ms(7))).isEqualTo(ms(7));
  }

  @Test
  void aDeskThatNobodyTouchedForAMonthIsNotInUse() {
    final long idle = Duration.ofDays(30).toNanos();
    assertThat(ticks.at(0, (int) Duration.ofDays(30).toMillis(), idle)).isZero();
  }

  @Test
  void aCountThatGoesBackIsInputSinceTheLastLook() {
    ticks.at(50_000, 60_000, ms(60_000));
    assertThat(ticks.at(49_000, 61_000, ms(61_000))).isEqualTo(ms(60_000));
  }

  @Test
  void inputBetweenTwoLooksIsPlacedThere() {
    ticks.at(50_000, 60_000, ms(60_000));
    assertThat(ticks.at(60_700, 61_000, ms(61_000))).isEqualTo(ms(60_700));
  }

  @Test
  void whateverTheCountNewInputIsNeverBeforeTheLastLookNorInTheFuture() {
    final RandomGenerator random = seed.random();
    long now = 0;
    int tick = random.nextInt();
    int input = tick - random.nextInt(1_000_000);
    ticks.at(input, tick, now);
    for (int i = 0; i < 10_000; i++) {
      final long before = now;
      final int step = random.nextInt(5_000);
      now += ms(step);
      tick += step;
      final int next = random.nextInt();
      if (next != input) {
        input = next;
        assertThat(ticks.at(input, tick, now)).isBetween(before, now);
      }
    }
  }
}
