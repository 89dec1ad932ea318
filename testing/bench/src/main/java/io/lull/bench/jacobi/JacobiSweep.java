package io.lull.bench.jacobi;

import static io.lull.reconfig.stencil.Stencil.east;
import static io.lull.reconfig.stencil.Stencil.north;
import static io.lull.reconfig.stencil.Stencil.south;
import static io.lull.reconfig.stencil.Stencil.west;

import io.lull.reconfig.GridSpace;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Halo;
import io.lull.reconfig.stencil.Stencil;

/** Jacobi's sweep over a square of cells within a border that stays: what benches have computed. */
final class JacobiSweep {
  static final String SIZE = "size";

  private static final Stencil MEAN = north().plus(south()).plus(west().plus(east())).times(0.25);

  private final SweepForm form;
  private final boolean measured;
  private final DoubleGrid u;

  private JacobiSweep(SweepForm form, boolean measured, DoubleGrid u) {
    this.form = form;
    this.measured = measured;
    this.u = u;
  }

  /**
   * Declares the cells, as many on a side as the program's parameter says.
   *
   * @param measured whether the greatest change of a cell is worked out as well
   */
  static JacobiSweep declare(GridSpace space, SweepForm form, boolean measured) {
    final long size = space.parameters().integer(SIZE, 1000, 16, 1 << 15);
    return new JacobiSweep(form, measured, space.doubleGrid("u", size + 2, size + 2, Halo.of(1)));
  }

  void initialise() {
    u.fill((row, column) -> 1 + ((row * 31 + column * 17) & 1023) / 1024.0);
  }

  void once() {
    switch (form) {
      case STENCIL -> applied();
      case KERNEL -> updated();
    }
  }

  private void applied() {
    if (measured) {
      u.applyMeasured(u.inner(1), MEAN);
    } else {
      u.apply(u.inner(1), MEAN);
    }
  }

  private void updated() {
    if (measured) {
      u.updateMeasured(u.inner(1), this::mean);
    } else {
      u.update(u.inner(1), this::mean);
    }
  }

  private double mean(long c) {
    return 0.25 * ((u.north(c) + u.south(c)) + (u.west(c) + u.east(c)));
  }
}
