package io.lull.bench.forkjoin;

import io.lull.reconfig.Value;
import io.lull.reconfig.forkjoin.ForkJoinProgram;
import io.lull.reconfig.forkjoin.SharedResults;
import io.lull.reconfig.forkjoin.SharedShape;
import io.lull.reconfig.forkjoin.SharedSpace;
import io.lull.reconfig.forkjoin.Team;

/** Loops in which nothing is done but that all hear what all have found. */
@SuppressWarnings("NullAway.Init") // declare comes first
public final class EmptyLoops implements ForkJoinProgram {
  private long iterations;
  private long times;
  private Value sum;

  @Override
  public void declare(SharedSpace space) {
    iterations = space.parameters().integer("iterations", 16, 1, 1 << 20);
    times = space.parameters().integer("times", 1, 1, 1 << 24);
    space.doubles("unused", SharedShape.of(iterations)); // there is no program without data
    sum = space.value("sum", 0);
  }

  @Override
  public void run(Team team) {
    team.repeat(times, _ -> sum.set(sum.get() + team.loop(iterations).sum(_ -> 0.5)));
  }

  @Override
  public void finish(SharedResults results) {
    results.value("sum", sum.get());
  }
}
