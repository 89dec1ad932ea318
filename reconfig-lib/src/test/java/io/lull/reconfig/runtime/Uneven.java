package io.lull.reconfig.runtime;

import io.lull.protocol.time.SystemClock;
import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Results;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Halo;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The first worker takes longer than the others, which wait for it at each halo. */
public final class Uneven implements GridProgram {
  static final long PAUSE_MILLIS = 20;
  private static final int SIZE = 24;

  private long iterations;
  private GridSpace space;
  private DoubleGrid heat;

  @Override
  public void declare(GridSpace space) {
    this.space = space;
    iterations = space.parameters().integer("iterations", 10, 1, 1_000_000);
    heat = space.doubleGrid("heat", SIZE, SIZE, Halo.of(1));
    space.iterations(iterations);
  }

  @Override
  public void initialise() {
    heat.fill((row, column) -> Math.sin(row * 31.0 + column));
  }

  @Override
  public boolean iterate() {
    if (space.workers().rank() == 0) {
      final long until = SystemClock.INSTANCE.nanos() + TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS);
      while (SystemClock.INSTANCE.nanos() < until) {
        LockSupport.parkNanos(until - SystemClock.INSTANCE.nanos());
      }
    }
    heat.update(heat.inner(1), c -> 0.5 * heat.at(c) + 0.25 * (heat.north(c) + heat.south(c)));
    return space.iteration() + 1 < iterations;
  }

  @Override
  public void finish(Results results) throws IOException {
    results.value("heat", heat.sum());
  }
}
