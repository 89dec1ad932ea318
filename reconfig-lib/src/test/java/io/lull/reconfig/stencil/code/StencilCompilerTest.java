package io.lull.reconfig.stencil.code;

import static io.lull.reconfig.stencil.Stencil.at;
import static io.lull.reconfig.stencil.Stencil.east;
import static io.lull.reconfig.stencil.Stencil.here;
import static io.lull.reconfig.stencil.Stencil.north;
import static io.lull.reconfig.stencil.Stencil.south;
import static io.lull.reconfig.stencil.Stencil.west;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.stencil.AnyStencil;
import io.lull.reconfig.stencil.Stencil;
import io.lull.reconfig.vector.VectorCalls;
import io.lull.testkit.random.Seed;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class StencilCompilerTest {
  private static final Stencil MEAN = north().plus(south()).plus(west().plus(east())).times(0.25);
  private static final double[] STRANGE = {
    -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE
  };

  @RegisterExtension private final Seed seed = Seed.ofThisRun();
  private final Random random = new Random(seed.value());

  @Test
  void withoutVectorsTheBitsAreTheSame() {
    final int lanes = VectorCalls.doublesOfAVector();
    assertThat(lanes).as("these tests are run with vectors").isGreaterThan(1);
    for (int round = 0; round < 60; round++) {
      final Stencil stencil = AnyStencil.of(random, 0, 2, 5);
      final RowSweep vectors = StencilCompiler.compile(stencil, lanes);
      final RowSweep plain = StencilCompiler.compile(stencil, 1);
      final int columns = 1 + random.nextInt(50);
      final int stride = columns + 4;
      final double[] cells = new double[5 * stride];
      final boolean strange = random.nextInt(3) == 0;
      for (int c = 0; c < cells.length; c++) {
        cells[c] = number(strange);
      }
      final int from = 2 * stride + 2;
      final int nextFrom = random.nextInt(from);
      try (Arena arena = Arena.ofConfined()) {
        final MemorySegment source = arena.allocateFrom(ValueLayout.JAVA_DOUBLE, cells);
        final MemorySegment first = arena.allocate(source.byteSize(), Double.BYTES);
        final MemorySegment second = arena.allocate(source.byteSize(), Double.BYTES);
        vectors.sweep(source, first, from, nextFrom, columns, 1, stride, 0);
        plain.sweep(source, second, from, nextFrom, columns, 1, stride, 0);
        assertThat(bits(first)).as("%s: %s", seed, stencil).isEqualTo(bits(second));
        assertThat(
                taken(vectors.sweepMeasured(source, first, from, nextFrom, columns, 1, stride, 0)))
            .as("%s: %s", seed, stencil)
            .isEqualTo(
                Double.valueOf(
                    taken(
                        plain.sweepMeasured(
                            source, second, from, nextFrom, columns, 1, stride, 0))));
        assertThat(bits(first)).as("%s: %s", seed, stencil).isEqualTo(bits(second));
      }
    }
  }

  @Test
  void cellsThatAreNotThereAreNotReached() {
    try (Arena arena = Arena.ofConfined()) {
      final MemorySegment cells = arena.allocate(300 * Double.BYTES, Double.BYTES);
      final MemorySegment next = arena.allocate(300 * Double.BYTES, Double.BYTES);
      for (final int lanes : new int[] {1, VectorCalls.doublesOfAVector()}) {
        final RowSweep mean = StencilCompiler.compile(MEAN, lanes);
        mean.sweep(cells, next, 101, 101, 98, 1, 100, 0);
        for (final long[] wrong :
            new long[][] {
              {1, 101, 98, 1},
              {101, 101, 98, 3},
              {201, 101, 98, 1},
              {101, -1, 98, 1},
              {101, 203, 98, 1}
            }) {
          assertThatThrownBy(
                  () -> mean.sweep(cells, next, wrong[0], wrong[1], wrong[2], wrong[3], 100, 0))
              .isInstanceOf(IndexOutOfBoundsException.class);
          assertThatThrownBy(() ->
                  mean.sweepMeasured(cells, next, wrong[0], wrong[1], wrong[2], wrong[3], 100, 0))
              .isInstanceOf(IndexOutOfBoundsException.class);
        }
      }
      assertThatThrownBy(() ->
              StencilCompiler.compile(here(), 1)
                  .sweep(MemorySegment.ofArray(new double[9]), next, 1, 1, 7, 1, 9, 0))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void theLargestExpressionIsCompiled() {
    Stencil large = here();
    while (large.nodes() + 2 <= Stencil.MAX_NODES) {
      large = large.plus(at(random.nextInt(129) - 64, random.nextInt(129) - 64));
    }
    final int stride = 200;
    final double[] cells = new double[129 * stride];
    Arrays.fill(cells, 1);
    try (Arena arena = Arena.ofConfined()) {
      final MemorySegment before = arena.allocateFrom(ValueLayout.JAVA_DOUBLE, cells);
      final MemorySegment next = arena.allocate(before.byteSize(), Double.BYTES);
      final int from = 64 * stride + 64;
      StencilCompiler.compile(large, VectorCalls.doublesOfAVector())
          .sweep(before, next, from, from, 16, 1, stride, 0);
      assertThat(next.getAtIndex(ValueLayout.JAVA_DOUBLE, from + 6)).isEqualTo(256);
    }
  }

  private double number(boolean strange) {
    return strange && random.nextInt(20) == 0
        ? STRANGE[random.nextInt(STRANGE.length)]
        : random.nextGaussian() * Math.scalb(1.0, random.nextInt(40) - 20);
  }

  /** As bits, but that all numbers that are none are alike. */
  private static List<Long> bits(MemorySegment cells) {
    return Arrays.stream(cells.toArray(ValueLayout.JAVA_DOUBLE))
        .mapToObj(Double::doubleToLongBits)
        .toList();
  }

  private static double taken(long bits) {
    return GreatestChange.number(bits);
  }
}
