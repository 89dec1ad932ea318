package io.lull.reconfig.numeric;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.testkit.random.Seed;
import java.math.BigDecimal;
import java.nio.LongBuffer;
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
      final LongBuffer travelled = LongBuffer.allocate(ExactSum.CHUNKS + 1);
      right.write(travelled);
      left.add(ExactSum.read(travelled.flip()));
      assertThat(left.value())
          .as(seed.toString())
          .isEqualTo(exact.signum() == 0 ? 0.0 : exact.doubleValue());
    }
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
