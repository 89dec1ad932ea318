package io.lull.reconfig.worker;

import io.lull.reconfig.GridProgram;
import io.lull.reconfig.check.UndeclaredState;

/** Lets a program run up to its next safe point. */
final class OneIteration {
  /** The safe point is behind. */
  private static final class Done extends RuntimeException {
    private static final long serialVersionUID = 1;

    Done() {
      super("done", null, false, false);
    }
  }

  private OneIteration() {}

  static void run(Space space, GridProgram program) {
    space.safePoints().begin();
    try {
      space
          .loop(program, new UndeclaredState(program))
          .run((last, advance) -> {
            space.safePoints().reached(last, advance);
            throw new Done();
          });
    } catch (Done e) {
      // as it was meant
    }
  }
}
