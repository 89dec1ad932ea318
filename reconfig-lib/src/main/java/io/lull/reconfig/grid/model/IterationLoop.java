package io.lull.reconfig.grid.model;

import io.lull.reconfig.GridProgram;
import io.lull.reconfig.check.UndeclaredState;
import io.lull.reconfig.model.SafePoints;
import java.util.function.BooleanSupplier;

/** A grid program's iterations, each of which ends at a safe point. The program's thread. */
final class IterationLoop {
  private final IterationPosition position;
  private final UndeclaredState undeclared;

  // Made once: a safe point allocates nothing.
  private final BooleanSupplier body;
  private final Runnable iterated;

  /**
   * @param undeclared looks at the program's fields after its iterations
   */
  IterationLoop(GridProgram program, IterationPosition position, UndeclaredState undeclared) {
    this.position = position;
    this.undeclared = undeclared;
    this.body = program::iterate;
    this.iterated = this::count;
  }

  private void count() {
    position.countIteration();
    undeclared.iterated();
  }

  /** From the program's present position to its end. */
  void run(SafePoints points) {
    boolean more = true;
    while (more) {
      undeclared.computing();
      more = position.iterate(body);
      points.reached(!more, iterated);
    }
  }
}
