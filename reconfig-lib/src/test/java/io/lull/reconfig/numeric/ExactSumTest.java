package io.lull.reconfig.numeric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.testkit.random.Seed;
import java.math.BigDecimal;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class ExactSumTest {
  @RegisterExtension private final Seed seed = Seed.ofThisRun();
  private final Random random = new Random(seed.value());

  private double anyFinite() {
    while (true) {
      final double value = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(value)) {
        return random.nextBoolean() ? value : random.nextGaussian();
      }
    }
  }

  @Test
  void isTheExactSumRoundedOnceInAnyGrouping() {
    for (int round = 0; round < 200; round++) {
      final ExactSum left = new ExactSum();
      final ExactSum right = new ExactSum();
      BigDecimal exact = BigDecimal.ZERO;
      for (int i = 0; i < 50; i++) {
        final double term = anyFinite();
        exact = exact.add(new BigDecimal(term));
        (random.nextBoolean() ? left : right).add(term);
      }
      left.add(travelled(right));
      assertThat(left.value())
          .as(seed.toString())
          .isEqualTo(exact.signum() == 0 ? 0.0 : exact.doubleValue());
    }
  }

  private static ExactSum travelled(ExactSum sum) {
    return ExactSum.ofLongs(LongBuffer.wrap(sum.toLongs()));
  }

  @Test
  void travelsInFewWordsWhenItsTermsAreAlike() {
    final ExactSum sum = new ExactSum();
    assertThat(sum.toLongs()).hasSize(2);
    assertThat(travelled(sum).value()).isZero();
    for (final double term : new double[] {1.1, -3.3, 0.7, -1e-3}) {
      sum.add(term);
      assertThat(sum.toLongs()).hasSizeLessThanOrEqualTo(4);
      assertThat(travelled(sum).value()).isEqualTo(sum.value());
    }
    sum.add(-sum.value());
    sum.add(Double.NEGATIVE_INFINITY);
    assertThat(travelled(sum).value()).isEqualTo(Double.NEGATIVE_INFINITY);
  }

  @Test
  void isReadWhereAnEarlierVersionWroteEveryDigit() {
    final long[] digits = new long[ExactSum.CHUNKS + 1];
    digits[1074 / 32] = 3L << 1074 % 32;
    assertThat(ExactSum.ofLongs(LongBuffer.wrap(digits)).value()).isEqualTo(3);
    Arrays.fill(digits, 0, ExactSum.CHUNKS, 0xffff_ffffL);
    digits[ExactSum.CHUNKS - 1] = -1;
    assertThat(ExactSum.ofLongs(LongBuffer.wrap(digits)).value()).isEqualTo(-Double.MIN_VALUE);
  }

  @Test
  void whatIsNoSumIsRefused() {
    final List<long[]> wrong =
        List.of(
            new long[0],
            new long[1],
            new long[] {-1, 0},
            new long[] {3, 0},
            new long[] {3, 0, 0, 0, 0},
            new long[] {2L << 16 | 1, 0},
            new long[] {70, 0, 0},
            new long[] {1L << 33, 0});
    for (final long[] longs : wrong) {
      assertThatThrownBy(() -> ExactSum.ofLongs(LongBuffer.wrap(longs)))
          .as(Arrays.toString(longs))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void tiesGoToTheEvenNeighbourAndBitsFarBelowDecideThem() {
    for (int round = 0; round < 2_000; round++) {
      final ExactSum sum = new ExactSum();
      BigDecimal exact = BigDecimal.ZERO;
      final double first = Math.scalb(1 + random.nextDouble(), random.nextInt(-1_040, 1_020));
      for (final double term :
          new double[] {
            first,
            Math.ulp(first) / 2,
            random.nextBoolean() ? 0 : Math.scalb(first, -random.nextInt(60, 900)),
            random.nextBoolean() ? 0 : Double.MIN_VALUE
          }) {
        final double signed = random.nextBoolean() ? term : -term;
        sum.add(signed);
        exact = exact.add(new BigDecimal(signed));
      }
      assertThat(sum.value()).as(seed.toString()).isEqualTo(exact.doubleValue());
    }
    final ExactSum greatest = new ExactSum();
    greatest.add(Double.MAX_VALUE);
    greatest.add(Math.ulp(Double.MAX_VALUE) / 2);
    assertThat(greatest.value()).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void smallTermsAreNotLostBesideLargeOnes() {
    final ExactSum sum = new ExactSum();
    sum.add(1e300);
    sum.add(Double.MIN_VALUE);
    sum.add(-1e300);
    assertThat(sum.value()).isEqualTo(Double.MIN_VALUE);
  }

  @Test
  void infinitiesAndNotANumberGoThrough() {
    final ExactSum sum = new ExactSum();
    sum.add(Double.POSITIVE_INFINITY);
    sum.add(1);
    assertThat(sum.value()).isEqualTo(Double.POSITIVE_INFINITY);
    sum.add(Double.NEGATIVE_INFINITY);
    assertThat(sum.value()).isNaN();
  }
}
