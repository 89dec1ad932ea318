package io.lull.reconfig.runtime;

import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Results;
import io.lull.reconfig.Workers;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Halo;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Makes one mistake, as the parameter {@code mistake} names it, on the worker of rank {@code on},
 * in iteration 3. In four workers' strips of columns the ranks 0 and 3 are no neighbours.
 */
public final class Wayward implements GridProgram {
  private GridSpace space;
  private String mistake = "";
  private long on;
  private DoubleGrid u;
  private DoubleGrid v;

  // Its type is only seen while it runs, by reflection.
  @SuppressWarnings("UnusedVariable")
  private Object lasting = "";

  @Override
  public void declare(GridSpace space) {
    this.space = space;
    mistake = space.parameters().text("mistake", "");
    on = space.parameters().integer("on", 0, 0, 100);
    u = space.doubleGrid("u", 2, 4_000, Halo.of(1));
    v = space.doubleGrid("v", 2, 4_000, Halo.of(1));
    if (mistake.equals("unseen")) {
      lasting = new java.util.concurrent.atomic.AtomicLong();
    }
  }

  @Override
  public void initialise() {
    u.fill((row, column) -> row + column);
    v.fill((row, column) -> row - column);
  }

  @Override
  public boolean iterate() {
    final long iteration = space.iteration();
    if (iteration == 3 && space.workers().rank() == on) {
      return wayward(space.workers());
    }
    if (mistake.equals("undeclared")) {
      lasting = String.valueOf(iteration);
    }
    step(u);
    step(v);
    space.workers().max((double) iteration);
    return iteration < 20;
  }

  private static void step(DoubleGrid grid) {
    grid.update(grid.inner(0), c -> 0.5 * (grid.west(c) + grid.east(c)));
  }

  private boolean wayward(Workers workers) {
    switch (mistake) {
      case "ends" -> {
        step(u);
        step(v);
        workers.max(3);
        return false;
      }
      case "skips" -> step(v);
      case "exchanges" -> {
        step(v);
        step(u);
      }
      case "adds" -> workers.max(1);
      case "sums" -> {
        step(u);
        step(v);
        workers.sum(3.0);
        return true;
      }
      case "fills" -> {
        u.fill((_, _) -> 0);
        step(u);
        step(v);
      }
      case "reads" -> {
        u.update(u.inner(0), c -> u.west(c) + v.west(c), v);
        step(v);
      }
      case "thread" -> aside(() -> step(u));
      case "nested" ->
          u.update(
              u.inner(0),
              c -> {
                step(v);
                return u.at(c);
              });
      default -> {
        step(u);
        step(v);
      }
    }
    workers.max(3);
    return true;
  }

  private static void aside(Runnable work) {
    final FutureTask<Boolean> task = new FutureTask<>(work, true);
    Thread.ofPlatform().name("aside").start(task);
    try {
      task.get();
    } catch (ExecutionException e) {
      throw (RuntimeException) e.getCause();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void finish(Results results) {
    results.value("sum", u.sum());
  }
}
