package io.lull.reconfig.forkjoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.distribution.Runs;
import io.lull.testkit.random.Seed;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Indices that follow from an iteration's number. */
final class AffineRangeTest {
  private static final int TRIES = 500;
  private static final long LENGTH = 60;

  @RegisterExtension final Seed seed = Seed.ofThisRun();

  @Test
  void anIterationReadsAFewIndicesOfAFinerACoarserAndAMirroredArray() {
    assertThat(AffineRange.of(2, -1, 1).at(5, 12)).isEqualTo(new IndexRange(9, 12));
    assertThat(AffineRange.of(2, 0, 2).at(5, 12)).isEqualTo(new IndexRange(10, 12));
    assertThat(AffineRange.of(1, 0, 1).dividedBy(2).at(5, 12)).isEqualTo(new IndexRange(2, 4));
    assertThat(AffineRange.of(-1, 11).at(3, 12)).isEqualTo(new IndexRange(8, 9));
    assertThat(AffineRange.of(1, 20).at(3, 12).isEmpty()).isTrue();
  }

  @Test
  void iterationsTogetherReadWhatEachOneReads() {
    final RandomGenerator random = seed.random();
    for (int k = 0; k < TRIES; k++) {
      final long first = random.nextLong(-80, 80);
      final AffineRange range =
          AffineRange.of(random.nextLong(-4, 5), first, first + random.nextLong(5))
              .dividedBy(1 + random.nextLong(3));
      final long from = random.nextLong(20);
      final IndexRange iterations = new IndexRange(from, from + random.nextLong(20));
      final Runs all = range.at(iterations, LENGTH);
      for (long index = 0; index < LENGTH; index++) {
        final long wanted = index;
        final boolean read =
            LongStream.range(iterations.from(), iterations.to())
                .mapToObj(i -> range.at(i, LENGTH))
                .anyMatch(each -> wanted >= each.from() && wanted < each.to());
        assertThat(all.contains(index) || !read).as("%s %s %d", range, iterations, index).isTrue();
        if (range.divisor() == 1) {
          assertThat(all.contains(index)).as("%s %s %d", range, iterations, index).isEqualTo(read);
        }
      }
      assertThat(all.end()).isLessThanOrEqualTo(LENGTH);
    }
  }

  @Test
  void numbersThatLeadNowhereAreRefused() {
    assertThatThrownBy(() -> AffineRange.of(1, 3, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("first before last; not with stride 1, divisor 1, first 3, last 2");
    assertThatThrownBy(() -> AffineRange.of(1 << 21, 0)).hasMessageContaining("up to 2^20");
    assertThatThrownBy(() -> AffineRange.of(1, 0).dividedBy(0)).hasMessageContaining("divisor 0");
    assertThatThrownBy(() -> AffineRange.of(1, 1L << 41)).hasMessageContaining("up to 2^40");
  }
}
