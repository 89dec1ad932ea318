package io.lull.system;

import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Results;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Halo;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A user's program that says where it is, and takes its time. */
@SuppressWarnings("NullAway.Init") // declare comes before all else
public final class Talker implements GridProgram {
  private static final long MILLIS = 200;
  private static final long ITERATIONS = 10_000;

  private GridSpace space;
  private DoubleGrid u;

  public Talker() {}

  @Override
  public void declare(GridSpace space) {
    this.space = space;
    u = space.doubleGrid("u", 101, 101, Halo.of(1));
  }

  @Override
  public void initialise() {
    u.fill((row, column) -> row == 0 ? 1 : 0);
  }

  @Override
  public boolean iterate() {
    u.update(u.inner(1), c -> 0.25 * ((u.north(c) + u.south(c)) + (u.west(c) + u.east(c))));
    System.out.println("iteration " + space.iteration());
    try {
      final boolean _ = new CountDownLatch(1).await(MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return space.iteration() + 1 < ITERATIONS;
  }

  @Override
  public void finish(Results results) {
    results.value("iterations", space.iteration());
  }
}
