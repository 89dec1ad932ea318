package io.lull.reconfig.grid.model;

import io.lull.reconfig.GridProgram;
import io.lull.reconfig.check.UndeclaredState;
import io.lull.reconfig.model.SafePoints;

/** A grid program's iterations, each of which ends at a safe point. The program's thread. */
public final class IterationLoop {
  private final GridProgram program;
  private final IterationPosition position;
  private final UndeclaredState undeclared;

  // Made once: a safe point allocates nothing.
  private final Runnable iterated;
  private final Runnable ended;

  /**
   * @param undeclared looks at the program's fields after its iterations
   */
  public IterationLoop(
      GridProgram program, IterationPosition position, UndeclaredState undeclared) {
    this.program = program;
    this.position = position;
    this.undeclared = undeclared;
    this.iterated = () -> count(true);
    this.ended = () -> count(false);
  }

  private void count(boolean more) {
    position.countIteration(more);
    undeclared.iterated();
  }

  /** From the program's present position to its end. */
  public void run(SafePoints points) {
    while (!position.done()) {
      undeclared.computing();
      if (position.iterate(program)) {
        points.reached(false, iterated);
      } else {
        points.reached(true, ended);
      }
    }
  }
}
