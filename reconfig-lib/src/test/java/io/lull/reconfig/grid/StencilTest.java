package io.lull.reconfig.grid;

import static io.lull.reconfig.stencil.Stencil.at;
import static io.lull.reconfig.stencil.Stencil.east;
import static io.lull.reconfig.stencil.Stencil.here;
import static io.lull.reconfig.stencil.Stencil.north;
import static io.lull.reconfig.stencil.Stencil.south;
import static io.lull.reconfig.stencil.Stencil.west;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.parallel.KernelThreads;
import io.lull.reconfig.partition.RegionCells;
import io.lull.reconfig.stencil.AnyStencil;
import io.lull.reconfig.stencil.Stencil;
import io.lull.testkit.random.Seed;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class StencilTest {
  private static final Stencil MEAN = north().plus(south()).plus(west().plus(east())).times(0.25);

  @RegisterExtension private final Seed seed = Seed.ofThisRun();
  private final Random random = new Random(seed.value());

  @Test
  void anExpressionGivesTheBitsOfTheSameExpressionInAKernel() {
    for (int round = 0; round < 60; round++) {
      final int reach = random.nextInt(4);
      final Stencil stencil = AnyStencil.of(random, 0, reach, 5);
      final Halo halo = random.nextBoolean() ? Halo.of(reach) : Halo.periodic(reach);
      final int rows = Math.max(1, reach) + random.nextInt(40);
      final int columns = Math.max(1, reach) + random.nextInt(70);
      try (KernelThreads kernels = new KernelThreads(() -> 1)) {
        final Alone alone = new Alone(kernels);
        final CellFill fill = numbers(random.nextLong(), random.nextInt(3) == 0);
        final DoubleGrid applied = alone.doubles(rows, columns, halo, fill);
        final DoubleGrid updated = alone.doubles(rows, columns, halo, fill);
        final Region area = anyArea(rows, columns);
        for (int step = 0; step < 3; step++) {
          final double change;
          final double expected;
          if (step == 1) {
            applied.apply(area, stencil);
            updated.update(area, c -> value(stencil, updated, c));
            change = 0;
            expected = 0;
          } else {
            change = applied.applyMeasured(area, stencil);
            expected = updated.updateMeasured(area, c -> value(stencil, updated, c));
          }
          assertThat(change).as(repeat()).isEqualTo(Double.valueOf(expected));
          assertThat(bits(applied)).as("%s: %s", repeat(), stencil).isEqualTo(bits(updated));
        }
      }
    }
  }

  @Test
  void aNumberThatIsNoneIsTheGreatestChange() {
    try (KernelThreads kernels = new KernelThreads(() -> 1)) {
      final DoubleGrid grid =
          new Alone(kernels)
              .doubles(9, 40, Halo.of(1), (row, column) -> column == 20 ? Double.NaN : column);
      assertThat(grid.applyMeasured(grid.inner(1), MEAN)).isNaN();
      assertThat(grid.updateMeasured(grid.inner(1), c -> grid.at(c))).isNaN();
    }
  }

  @Test
  void everyWidthMeasuresTheChangesOfAPlainLoopWhateverTheNumbers() {
    final double[][] palettes = {
      {0.5},
      {0.0, -0.0},
      {Double.MIN_VALUE, -Double.MIN_VALUE, Double.MIN_NORMAL, 0.0},
      {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1.5, Double.MAX_VALUE},
      {Double.NaN, 1.0, -3.25, Double.POSITIVE_INFINITY},
      {1e300, -1e300, 1e-300, 7.0},
    };
    for (final int threads : new int[] {1, 3}) {
      try (KernelThreads kernels = new KernelThreads(() -> threads)) {
        for (int columns = 3; columns <= 40; columns++) {
          for (final double[] palette : palettes) {
            sameAsAPlainLoop(kernels, 6, columns, palette);
          }
        }
        // So many that every thread has some, and so wide that rows are cut.
        sameAsAPlainLoop(kernels, 12, 8 * 1024 + 1 + random.nextInt(9), palettes[2]);
        sameAsAPlainLoop(kernels, 12, 16 * 1024 + 3 + random.nextInt(9), palettes[3]);
      }
    }
  }

  private void sameAsAPlainLoop(KernelThreads kernels, int rows, int columns, double[] palette) {
    final long numbers = random.nextLong();
    final double[] before = new double[rows * columns];
    for (int c = 0; c < before.length; c++) {
      before[c] = palette[new Random(numbers + c * 7919L).nextInt(1009) % palette.length];
    }
    final double[] after = before.clone();
    double greatest = 0;
    for (int row = 1; row < rows - 1; row++) {
      for (int c = row * columns + 1; c < row * columns + columns - 1; c++) {
        after[c] =
            ((before[c - columns] + before[c + columns]) + (before[c - 1] + before[c + 1])) * 0.25;
        greatest = Math.max(greatest, Math.abs(after[c] - before[c]));
      }
    }
    final DoubleGrid grid =
        new Alone(kernels)
            .doubles(
                rows, columns, Halo.of(1), (row, column) -> before[(int) (row * columns + column)]);
    assertThat(grid.applyMeasured(grid.inner(1), MEAN))
        .as("%s: %d columns", repeat(), columns)
        .isEqualTo(Double.valueOf(greatest));
    assertThat(bits(grid)).as("%s: %d columns", repeat(), columns).isEqualTo(bits(after));
  }

  @Test
  void oneStrangeCellAnywhereInARowIsMeasured() {
    try (KernelThreads kernels = new KernelThreads(() -> 1)) {
      for (int columns = 3; columns <= 24; columns++) {
        for (int strange = 1; strange < columns - 1; strange++) {
          final int place = strange;
          for (final double value : new double[] {Double.NaN, Double.POSITIVE_INFINITY, 8}) {
            final DoubleGrid grid =
                new Alone(kernels)
                    .doubles(
                        4,
                        columns,
                        Halo.of(1),
                        (row, column) -> row == 1 && column == place ? value : 0);
            assertThat(grid.applyMeasured(grid.inner(1), here().minus(here())))
                .as("column %d of %d", place, columns)
                .isEqualTo(value == 8 ? Double.valueOf(8) : Double.valueOf(Double.NaN));
          }
        }
      }
    }
  }

  @Test
  void heldCellsKeepTheirValues() {
    for (int round = 0; round < 40; round++) {
      final int rows = 3 + random.nextInt(30);
      final int columns = 3 + random.nextInt(90);
      final double share = random.nextDouble();
      final long mask = random.nextLong();
      try (KernelThreads kernels = new KernelThreads(() -> 1)) {
        final Alone alone = new Alone(kernels);
        final CellFill fill = numbers(random.nextLong(), false);
        final DoubleGrid applied = alone.doubles(rows, columns, Halo.of(1), fill);
        final DoubleGrid updated = alone.doubles(rows, columns, Halo.of(1), fill);
        final ByteGrid held =
            alone.bytes(
                rows,
                columns,
                Halo.of(1),
                (row, column) ->
                    new Random(mask + row * 1000 + column / 7).nextDouble() < share ? 1 : 0);
        final Region area = anyArea(rows, columns);
        applied.apply(area, MEAN, held);
        updated.update(area, c -> held.at(c) == 0 ? value(MEAN, updated, c) : updated.at(c));
        assertThat(bits(applied)).as(repeat()).isEqualTo(bits(updated));
        assertThat(applied.applyMeasured(area, MEAN, held))
            .as(repeat())
            .isEqualTo(
                updated.updateMeasured(
                    area, c -> held.at(c) == 0 ? value(MEAN, updated, c) : updated.at(c)));
        assertThat(bits(applied)).as(repeat()).isEqualTo(bits(updated));
      }
    }
  }

  @Test
  void anyNumberOfThreadsGivesTheSameBits() {
    final List<List<Object>> results = new ArrayList<>();
    for (int threads = 1; threads <= 4; threads++) {
      final int cores = threads;
      try (KernelThreads kernels = new KernelThreads(() -> cores)) {
        final Alone alone = new Alone(kernels);
        final CellFill fill = numbers(7, false);
        final DoubleGrid u = alone.doubles(301, 457, Halo.periodic(1), fill);
        final ByteGrid marks =
            alone.bytes(301, 457, Halo.of(1), (row, column) -> (int) (row * column % 5));
        final List<Object> result = new ArrayList<>();
        for (int step = 0; step < 5; step++) {
          u.apply(u.all(), MEAN);
          result.add(u.applyMeasured(u.inner(2), MEAN, marks));
          result.add(
              u.updateMeasured(u.inner(1), c -> Math.sin(u.at(c)) + u.at(c, -1, 1) - u.west(c)));
          marks.update(marks.all(), c -> marks.at(c) + marks.north(c));
          result.add(u.sum());
          result.add(marks.count(mark -> mark == 0));
        }
        result.add(bits(u));
        results.add(result);
      }
    }
    assertThat(results).allMatch(results.getFirst()::equals);
  }

  @Test
  void aStencilThatReachesFartherThanTheHaloIsRefused() {
    try (KernelThreads kernels = new KernelThreads(() -> 1)) {
      final DoubleGrid grid =
          new Alone(kernels).doubles(9, 9, Halo.of(1), (row, column) -> row + column);
      assertThatThrownBy(() -> grid.apply(grid.inner(2), here().plus(at(0, -2))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("reaches 2 cells far")
          .hasMessageContaining("grid u");
      assertThatThrownBy(() -> at(0, Integer.MIN_VALUE))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void anExpressionHasABound() {
    assertThatThrownBy(
            () -> {
              Stencil grows = here();
              while (true) {
                grows = grows.times(grows);
              }
            })
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most " + Stencil.MAX_NODES);
  }

  private Region anyArea(int rows, int columns) {
    final int rowFrom = random.nextInt(rows);
    final int columnFrom = random.nextInt(columns);
    return new Region(
        rowFrom,
        rowFrom + random.nextInt(rows - rowFrom + 1),
        columnFrom,
        columnFrom + random.nextInt(columns - columnFrom + 1));
  }

  private static CellFill numbers(long seed, boolean strange) {
    return (row, column) -> {
      final Random chance = new Random(seed + row * 100_003 + column);
      chance.nextInt();
      if (strange && chance.nextInt(20) == 0) {
        return new double[] {
              -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE
            }
            [chance.nextInt(5)];
      }
      return chance.nextGaussian() * Math.scalb(1.0, chance.nextInt(40) - 20);
    };
  }

  private static double value(Stencil stencil, DoubleGrid grid, long c) {
    return AnyStencil.value(stencil, read -> grid.at(c, read.rows(), read.columns()));
  }

  /** As bits, but that all numbers that are none are alike. */
  private static List<Long> bits(double[] cells) {
    return java.util.Arrays.stream(cells).mapToObj(Double::doubleToLongBits).toList();
  }

  private static List<Long> bits(DoubleGrid grid) {
    final RegionCells cells = new GridArray(grid).present();
    final ByteBuffer out =
        ByteBuffer.allocate(Math.toIntExact(cells.own().cells() * Double.BYTES))
            .order(ByteOrder.LITTLE_ENDIAN);
    cells.read(cells.own(), out);
    final double[] values = new double[out.flip().remaining() / Double.BYTES];
    out.asDoubleBuffer().get(values);
    return bits(values);
  }

  private String repeat() {
    return seed.toString();
  }
}
