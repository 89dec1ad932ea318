package io.lull.agent.parity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.testkit.random.Seed;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class ReedSolomonTest {
  private static final int ROUNDS = 200;

  @RegisterExtension final Seed seed = Seed.ofThisRun();
  private final RandomGenerator random = seed.random();

  @Test
  void anyBlocksAsManyAsThereAreColumnsGiveAllOthers() {
    for (int round = 0; round < ROUNDS; round++) {
      final ReedSolomon code = new ReedSolomon(random.nextInt(1, 31), random.nextInt(1, 16));
      final List<long[]> blocks = coded(code, random.nextInt(1, 40));
      final List<Integer> chosen = new ArrayList<>();
      for (int i = 0; i < blocks.size(); i++) {
        chosen.add(i);
      }
      Collections.shuffle(chosen, Random.from(random));
      final List<Integer> sources = chosen.subList(0, code.columns());
      for (int wanted = 0; wanted < blocks.size(); wanted++) {
        assertThat(combined(code, wanted, sources, blocks))
            .as("%s: %s of %s", code, wanted, sources)
            .isEqualTo(blocks.get(wanted));
      }
    }
  }

  @Test
  void theFirstRowIsTheExclusiveOr() {
    final ReedSolomon code = new ReedSolomon(30, 15);
    for (int column = 0; column < code.columns(); column++) {
      assertThat(code.factor(0, column)).isEqualTo(1);
    }
  }

  @Test
  void fewerBlocksOrTheSameTwiceAreNoSource() {
    final ReedSolomon code = new ReedSolomon(3, 2);
    assertThatThrownBy(() -> code.factors(0, List.of(1, 2)))
        .hasMessageContaining("3 different others, not of [1, 2]");
    assertThatThrownBy(() -> code.factors(0, List.of(1, 2, 2)))
        .hasMessageContaining("3 different others");
  }

  @Test
  void everyElementHasOneInverse() {
    for (int a = 1; a < GaloisField.ELEMENTS; a++) {
      assertThat(GaloisField.times(a, GaloisField.over(1, a))).isEqualTo(1);
      assertThat(GaloisField.over(0, a)).isZero();
    }
    assertThatThrownBy(() -> GaloisField.over(1, 0)).isInstanceOf(ArithmeticException.class);
  }

  @Test
  void blocksAreMultipliedByteByByte() {
    final byte[] source = new byte[256 * Long.BYTES];
    random.nextBytes(source);
    for (int factor = 0; factor < GaloisField.ELEMENTS; factor++) {
      final long[] target = new long[source.length / Long.BYTES];
      GaloisField.addMultiple(
          target, factor, ParityRecord.words(ByteBuffer.wrap(source), source.length));
      final byte[] expected = new byte[source.length];
      for (int i = 0; i < source.length; i++) {
        expected[i] = (byte) GaloisField.times(factor, source[i] & 0xff);
      }
      assertThat(ParityRecord.bytes(target).array()).as("times %s", factor).isEqualTo(expected);
    }
  }

  private List<long[]> coded(ReedSolomon code, int words) {
    final List<long[]> blocks = new ArrayList<>();
    for (int column = 0; column < code.columns(); column++) {
      blocks.add(random.longs(words).toArray());
    }
    for (int row = 0; row < code.rows(); row++) {
      final long[] parity = new long[words];
      for (int column = 0; column < code.columns(); column++) {
        GaloisField.addMultiple(parity, code.factor(row, column), blocks.get(column));
      }
      blocks.add(parity);
    }
    return blocks;
  }

  private static long[] combined(
      ReedSolomon code, int wanted, List<Integer> sources, List<long[]> blocks) {
    final int[] factors = code.factors(wanted, sources);
    final long[] sum = new long[blocks.getFirst().length];
    for (int i = 0; i < factors.length; i++) {
      GaloisField.addMultiple(sum, factors[i], blocks.get(sources.get(i)));
    }
    return sum;
  }
}
