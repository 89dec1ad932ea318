package io.lull.reconfig.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.lull.testkit.random.Seed;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With vectors and without, rows have the same bits, which are those of loops by hand. */
final class RowArithmeticTest {
  private static final int LANES = RowArithmetic.LANES;

  /** Elements before and after a row, which nobody may change. */
  private static final int AROUND = 5;

  @RegisterExtension final Seed seed = Seed.ofThisRun();

  private static RowArithmetic[] both() {
    assumeThat(VectorCalls.doublesOfAVector())
        .as("doubles of a vector of this machine")
        .isGreaterThanOrEqualTo(LANES / 2);
    return new RowArithmetic[] {VectorRows.generate(), new PlainRows()};
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 8, 16, 256})
  void doubles(int count) {
    final RandomGenerator random = seed.random();
    final double[] a = random.doubles(count + 2 * AROUND, -1e3, 1e3).toArray();
    final double[] b = random.doubles(count + 2 * AROUND, -1, 1).toArray();
    final double factor = random.nextDouble();
    final double[] sums = new double[LANES];
    final double[] added = a.clone();
    for (int k = 0; k < count; k++) {
      sums[k % LANES] += a[AROUND + k] * b[AROUND + k];
      added[AROUND + k] += factor * b[AROUND + k];
    }
    for (final RowArithmetic rows : both()) {
      try (Arena arena = Arena.ofConfined()) {
        final MemorySegment first = arena.allocateFrom(ValueLayout.JAVA_DOUBLE, a);
        final MemorySegment second = arena.allocateFrom(ValueLayout.JAVA_DOUBLE, b);
        final long begin = first.address() + AROUND * Double.BYTES;
        final long other = second.address() + AROUND * Double.BYTES;
        final double[] lanes = new double[LANES];
        rows.products(begin, other, count, lanes);
        assertThat(lanes).isEqualTo(sums);
        rows.addScaled(begin, factor, other, count);
        assertThat(first.toArray(ValueLayout.JAVA_DOUBLE)).isEqualTo(added);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 8, 16, 256})
  void floats(int count) {
    final RandomGenerator random = seed.random();
    final float[] a = new float[count + 2 * AROUND];
    final float[] b = new float[a.length];
    for (int k = 0; k < a.length; k++) {
      a[k] = random.nextFloat(-1000, 1000);
      b[k] = random.nextFloat(-1, 1);
    }
    final float factor = random.nextFloat();
    final float[] sums = new float[LANES];
    final float[] added = a.clone();
    for (int k = 0; k < count; k++) {
      sums[k % LANES] += a[AROUND + k] * b[AROUND + k];
      added[AROUND + k] += factor * b[AROUND + k];
    }
    for (final RowArithmetic rows : both()) {
      try (Arena arena = Arena.ofConfined()) {
        final MemorySegment first = arena.allocateFrom(ValueLayout.JAVA_FLOAT, a);
        final MemorySegment second = arena.allocateFrom(ValueLayout.JAVA_FLOAT, b);
        final long begin = first.address() + AROUND * Float.BYTES;
        final long other = second.address() + AROUND * Float.BYTES;
        final float[] lanes = new float[LANES];
        rows.products(begin, other, count, lanes);
        assertThat(lanes).isEqualTo(sums);
        rows.addScaled(begin, factor, other, count);
        assertThat(first.toArray(ValueLayout.JAVA_FLOAT)).isEqualTo(added);
      }
    }
  }
}
