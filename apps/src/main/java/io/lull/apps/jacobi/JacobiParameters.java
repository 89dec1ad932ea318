package io.lull.apps.jacobi;

import io.lull.reconfig.BadInput;
import io.lull.reconfig.Pace;
import io.lull.reconfig.Parameters;

/**
 * The user's parameters.
 *
 * @param size cells on a side, including the edges
 * @param iterations the maximum
 * @param tolerance the run ends with an iteration whose greatest change is below it; 0: never
 */
record JacobiParameters(int size, long iterations, double tolerance, Pace pace) {
  static final long DEFAULT_SIZE = 1001;
  static final long DEFAULT_ITERATIONS = 1000;

  /** The minimum has one free cell; the maximum would fill the memory of hundreds of machines. */
  private static final int LEAST_SIZE = 3;

  private static final int GREATEST_SIZE = 100_000;
  private static final long MOST_ITERATIONS = 1_000_000_000;

  /**
   * @throws BadInput if a parameter cannot be used
   */
  static JacobiParameters of(Parameters parameters) {
    final int size = (int) parameters.integer("size", DEFAULT_SIZE, LEAST_SIZE, GREATEST_SIZE);
    final double tolerance = parameters.number("tolerance", 0, 0, Double.MAX_VALUE);
    if (parameters.has("tolerance") && tolerance == 0) {
      throw new BadInput("tolerance must be above 0: change it, or give only iterations");
    }
    final long otherwise = tolerance > 0 ? MOST_ITERATIONS : DEFAULT_ITERATIONS;
    final long iterations = parameters.integer("iterations", otherwise, 1, MOST_ITERATIONS);
    return new JacobiParameters(size, iterations, tolerance, Pace.of(parameters));
  }

  boolean knowsItsEnd() {
    return tolerance == 0;
  }
}
