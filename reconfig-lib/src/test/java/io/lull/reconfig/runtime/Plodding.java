package io.lull.reconfig.runtime;

import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Results;
import io.lull.reconfig.Value;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Halo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Iterations of several updates, in one or in steps; from one of them on its kernel takes long for
 * every cell, until a file is there.
 */
public final class Plodding implements GridProgram {
  private static final int SIZE = 24;

  private long iterations;
  private long slowFrom;
  private long pauseMillis;
  private boolean inSteps;
  private Path gate;
  private GridSpace space;
  private DoubleGrid heat;
  private DoubleGrid source;
  private Value turns;

  @Override
  public void declare(GridSpace space) {
    this.space = space;
    iterations = space.parameters().integer("iterations", 10, 1, 1_000_000);
    slowFrom = space.parameters().integer("slow-from", 1_000_000, 0, 1_000_000);
    pauseMillis = space.parameters().integer("pause", 0, 0, 10_000);
    inSteps = space.parameters().integer("in-steps", 0, 0, 1) == 1;
    gate = Path.of(space.parameters().text("gate", "none"));
    heat = space.doubleGrid("heat", SIZE, SIZE, Halo.of(1));
    source = space.doubleGrid("source", SIZE, SIZE, Halo.of(1));
    turns = space.value("turns", 0);
    space.iterations(iterations);
  }

  @Override
  public void initialise() {
    heat.fill((row, column) -> Math.sin(row * 31.0 + column));
    source.fill((row, column) -> row * 0.5 - column);
  }

  @Override
  public boolean iterate() {
    if (pauseMillis > 0) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pauseMillis));
    }
    if (inSteps) {
      space.steps(3, this::relax);
      space.steps(0, _ -> turns.set(-1));
      space.steps(() -> source.update(source.all(), c -> source.at(c) * 1.01), this::count);
    } else {
      for (int sweep = 0; sweep < 3; sweep++) {
        relax(sweep);
      }
      source.update(source.all(), c -> source.at(c) * 1.01);
      count();
    }
    heat.update(heat.all(), c -> heat.at(c) + 1e-3 * source.at(c), source);
    return space.iteration() + 1 < iterations;
  }

  private void relax(long sweep) {
    final double share = 0.1 + 0.05 * sweep;
    final boolean slow = space.iteration() >= slowFrom && !Files.exists(gate);
    heat.update(
        heat.inner(1),
        c -> {
          if (slow) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
          }
          return heat.at(c) * (1 - 2 * share) + share * (heat.north(c) + heat.east(c));
        });
  }

  private void count() {
    turns.set(turns.get() + space.workers().sum(space.workers().rank() == 0 ? 1L : 0L));
  }

  @Override
  public void finish(Results results) throws IOException {
    results.value("heat", heat.sum());
    results.value("source", source.sum());
    results.value("turns", turns.get());
  }
}
