package io.lull.reconfig.runtime;

import io.lull.reconfig.forkjoin.DoubleArray;
import io.lull.reconfig.forkjoin.ForkJoinProgram;
import io.lull.reconfig.forkjoin.SharedResults;
import io.lull.reconfig.forkjoin.SharedShape;
import io.lull.reconfig.forkjoin.SharedSpace;
import io.lull.reconfig.forkjoin.Team;

/** A program whose author may make a mistake. */
public final class WaywardLoops implements ForkJoinProgram {
  private String mistake;
  private DoubleArray x;

  @Override
  public void declare(SharedSpace space) {
    mistake = space.parameters().text("mistake", "");
    x = space.doubles("x", SharedShape.of(40));
  }

  @Override
  public void run(Team team) {
    final double shift = mistake.equals("differs") ? ProcessHandle.current().pid() : 3;
    final double[] kept = new double[40];
    team.repeat(
        9,
        step ->
            team.loop(40)
                .writes(x)
                .run(i -> {
                  x.set(i, x.get(i) + shift);
                  if (mistake.equals("changes")) {
                    kept[(int) i] = step + 1;
                  }
                  if (mistake.equals("reads") && i == 7) {
                    x.set(i, x.get(8));
                  }
                }));
  }

  @Override
  public void finish(SharedResults results) {
    results.value("done", 1);
  }
}
