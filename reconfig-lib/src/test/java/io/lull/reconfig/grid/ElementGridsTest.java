package io.lull.reconfig.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lull.reconfig.distribution.Division;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.parallel.KernelThreads;
import io.lull.reconfig.record.RecordShape;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Cells of each kind, on a program's only worker with two threads. */
final class ElementGridsTest {
  private static final Extents CUBE = Extents.of(5, 6, 70);

  private final KernelThreads threads = new KernelThreads(() -> 2);
  private final Alone alone = new Alone(threads);

  @AfterEach
  void close() {
    threads.close();
  }

  @Test
  void floatsAreReadRoundedAndSummedExactly() {
    final FloatGrid grid =
        new FloatGrid("f", CUBE, Division.bisection(), Halo.periodic(1), alone.exchange(), threads);
    Alone.place(grid);
    grid.fill((plane, row, column) -> plane * 1000 + row * 100 + column + 0.1);
    double sum = 0;
    for (int p = 0; p < 5; p++) {
      for (int r = 0; r < 6; r++) {
        for (int c = 0; c < 70; c++) {
          sum += (float) (p * 1000 + r * 100 + c + 0.1);
        }
      }
    }
    assertThat(grid.sum()).isEqualTo(sum);
    // Every cell gets another's value, so the sum stays; across a plane's edge it changes most.
    assertThat(grid.updateMeasured(grid.all(), grid::below)).isCloseTo(4000, within(0.001));
    assertThat(grid.sum()).isEqualTo(sum);
  }

  @Test
  void longsKeepAllTheirBits() {
    final LongGrid grid =
        new LongGrid(
            "l", Extents.of(300), Division.bisection(), Halo.of(2), alone.exchange(), threads);
    Alone.place(grid);
    grid.fill((_, _, column) -> Long.MAX_VALUE - column);
    grid.update(grid.inner(2), cell -> grid.at(cell, 0, 0, 2) - grid.west(cell));
    assertThat(grid.count(each -> each == -3)).isEqualTo(296);
    // Four times the greatest long is -4, modulo 2 to the 64.
    assertThat(grid.sum()).isEqualTo(-4L - 1 - 298 - 299 - 3 * 296);
  }

  @Test
  void intsReadTheirNeighboursInEveryDirection() {
    final IntGrid grid =
        new IntGrid("i", CUBE, Division.bisection(), Halo.of(1), alone.exchange(), threads);
    Alone.place(grid);
    grid.fill((plane, row, column) -> (int) (plane * 10_000 + row * 100 + column));
    grid.update(
        grid.inner(1),
        c ->
            grid.above(c)
                + grid.below(c)
                + grid.north(c)
                + grid.south(c)
                + grid.west(c)
                + grid.east(c)
                - 6 * grid.at(c));
    assertThat(grid.count(each -> each == 0)).isEqualTo(3 * 4 * 68 + 1);
  }

  @Test
  void recordsKeepTheFieldsThatAreNotWritten() {
    final RecordShape shape = new RecordShape();
    final RecordShape.DoubleField mass = shape.doubleField("mass");
    final RecordShape.FloatField tint = shape.floatField("tint");
    final RecordShape.IntField kind = shape.intField("kind");
    final RecordShape.LongField count = shape.longField("count");
    assertThat(shape.bytes()).isEqualTo(24);
    assertThat(shape.described()).isEqualTo("mass:f64 tint:f32 kind:i32 count:i64");
    final RecordGrid grid =
        new RecordGrid(
            "r",
            shape,
            Extents.of(20, 80),
            Division.bisection(),
            Halo.of(1),
            alone.exchange(),
            threads);
    Alone.place(grid);
    grid.fill((_, row, column, record) -> {
      record.set(mass, 0.5);
      record.set(tint, 0.25f);
      record.set(count, row * 80 + column);
    });
    grid.update(
        grid.inner(1),
        (cell, next) -> {
          next.set(mass, grid.at(cell, mass) + grid.at(cell, 0, -1, 0, mass));
          next.set(kind, (int) grid.at(cell, 0, 0, 1, count));
        });
    assertThat(grid.sum(mass)).isEqualTo(0.5 * 20 * 80 + 0.5 * 18 * 78);
    assertThat(grid.sum(count)).isEqualTo(1599L * 1600 / 2);
    long kinds = 0;
    for (int row = 1; row < 19; row++) {
      for (int column = 1; column < 79; column++) {
        kinds += row * 80 + column + 1;
      }
    }
    assertThat(grid.sum(kind)).isEqualTo(kinds);
  }

  @Test
  void aRecordsFieldsHaveNamesOfTheirOwn() {
    final RecordShape shape = new RecordShape();
    shape.intField("kind");
    assertThatThrownBy(() -> shape.doubleField("kind")).hasMessageContaining("each name once");
    assertThatThrownBy(() -> shape.doubleField("a b")).hasMessageContaining("letters, digits");
  }

  @Test
  void aRecordHasAtMost64KiB() {
    final RecordShape shape = new RecordShape();
    for (int i = 0; i < (64 << 10) / Double.BYTES; i++) {
      shape.doubleField("f" + i);
    }
    assertThat(shape.bytes()).isEqualTo(64 << 10);
    assertThatThrownBy(() -> shape.intField("more")).hasMessageContaining("over 65536 bytes");
  }
}
