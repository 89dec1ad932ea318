package io.lull.reconfig.grid;

import static org.assertj.core.api.Assertions.assertThat;

import io.lull.reconfig.parallel.KernelThreads;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CellLoopsTest {
  private static CellKernel plus(double summand) {
    return cell -> cell + summand;
  }

  @Test
  void eachClassOfKernelsHasItsOwnLoop() {
    final CellKernel twice = cell -> 2.0 * cell;
    assertThat(CellLoops.of(plus(1))).isSameAs(CellLoops.of(plus(2)));
    assertThat(CellLoops.of(twice)).isNotSameAs(CellLoops.of(plus(1)));
    assertThat(CellLoops.of(twice)).isNotInstanceOf(PlainCellLoop.class);
  }

  @Test
  void itsOwnLoopGivesTheBitsOfTheSharedOne() {
    final List<CellKernel> kernels =
        List.of(
            plus(0.1),
            cell -> Math.sin((double) cell),
            cell -> cell % 3 == 0 ? Double.NaN : -0.0,
            cell -> cell == 17 ? Double.NEGATIVE_INFINITY : Double.MIN_VALUE);
    try (Arena arena = Arena.ofConfined()) {
      final MemorySegment before = arena.allocate(50 * Double.BYTES, Double.BYTES);
      for (final CellKernel kernel : kernels) {
        final MemorySegment own = arena.allocate(before.byteSize(), Double.BYTES);
        final MemorySegment shared = arena.allocate(before.byteSize(), Double.BYTES);
        final PlainCellLoop plain = new PlainCellLoop();
        CellLoops.of(kernel).run(kernel, own, 3, 47);
        plain.run(kernel, shared, 3, 47);
        assertThat(own.mismatch(shared)).isEqualTo(-1);
        assertThat(CellLoops.of(kernel).runMeasured(kernel, before, own, 5, 49))
            .isEqualTo(plain.runMeasured(kernel, before, shared, 5, 49));
        assertThat(own.mismatch(shared)).isEqualTo(-1);
        assertThat(own.getAtIndex(ValueLayout.JAVA_DOUBLE, 2)).isZero();
      }
    }
  }

  @Test
  void manyKernelsOfOneProgramEachDoTheirOwn() {
    try (KernelThreads threads = new KernelThreads(() -> 2)) {
      final DoubleGrid grid =
          new Alone(threads).doubles(300, 200, Halo.of(1), (row, column) -> row + column);
      grid.update(grid.all(), c -> grid.at(c) + 1);
      grid.update(grid.all(), c -> grid.at(c) * 2);
      grid.update(grid.all(), c -> grid.at(c) - 3);
      assertThat(grid.updateMeasured(grid.all(), c -> -grid.at(c))).isEqualTo(2 * 995);
      assertThat(grid.sum()).isEqualTo(-60_000.0 * (2 * (149.5 + 99.5 + 1) - 3));
    }
  }
}
