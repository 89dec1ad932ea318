package io.lull.bench;

import static io.lull.reconfig.grid.Stencil.east;
import static io.lull.reconfig.grid.Stencil.north;
import static io.lull.reconfig.grid.Stencil.south;
import static io.lull.reconfig.grid.Stencil.west;

import io.lull.protocol.time.SystemClock;
import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Results;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Halo;
import io.lull.reconfig.grid.Stencil;

/** Jacobi's sweeps and nothing else, timed once the program is warm. */
@SuppressWarnings("NullAway.Init") // declare comes before all else
final class Sweeps implements GridProgram {
  /** How the sweep is written. */
  enum Form {
    STENCIL,
    KERNEL
  }

  private static final Stencil MEAN = north().plus(south()).plus(west().plus(east())).times(0.25);

  private final Form form;
  private final boolean measured;
  private final int size;
  private final int iterations;
  private GridSpace space;
  private DoubleGrid u;

  // Figures of this run; no state of the computation.
  private transient long begin;
  private transient double seconds;

  /**
   * @param size of the grid, its edges not counted
   * @param iterations so many to warm up, and as many that count
   */
  Sweeps(Form form, boolean measured, int size, int iterations) {
    this.form = form;
    this.measured = measured;
    this.size = size;
    this.iterations = iterations;
  }

  /** Of an iteration. */
  double seconds() {
    return seconds / iterations;
  }

  @Override
  public void declare(GridSpace space) {
    this.space = space;
    u = space.doubleGrid("u", size + 2, size + 2, Halo.of(1));
  }

  @Override
  public void initialise() {
    u.fill((row, column) -> 1 + ((row * 31 + column * 17) & 1023) / 1024.0);
  }

  @Override
  public boolean iterate() {
    if (space.iteration() == iterations) {
      begin = SystemClock.INSTANCE.nanos();
    }
    switch (form) {
      case STENCIL -> applied();
      case KERNEL -> updated();
    }
    if (space.iteration() + 1 < 2L * iterations) {
      return true;
    }
    seconds = (SystemClock.INSTANCE.nanos() - begin) / 1e9;
    return false;
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

  @Override
  public void finish(Results results) {}
}
