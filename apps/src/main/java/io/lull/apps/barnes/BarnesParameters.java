package io.lull.apps.barnes;

import io.lull.reconfig.Pace;
import io.lull.reconfig.Parameters;

/**
 * The user's parameters.
 *
 * @param bodies how many, where no input says
 * @param theta a cell counts as one body where its side is at most so many times its distance; 0:
 *     none does
 * @param dt the length of a step
 * @param eps softens forces between bodies that are close
 */
record BarnesParameters(
    int bodies, int steps, double theta, double dt, double eps, long seed, Pace pace) {
  private static final int MOST_BODIES = 100_000_000;

  /**
   * @throws BadInput if a parameter cannot be used
   */
  static BarnesParameters of(Parameters parameters) {
    return new BarnesParameters(
        (int) parameters.integer("bodies", 1024, 1, MOST_BODIES),
        (int) parameters.integer("steps", 10, 1, 1_000_000),
        parameters.number("theta", 1, 0, 2),
        parameters.number("dt", 0.025, 1e-12, 1e12),
        parameters.number("eps", 0.05, 0, 1e12),
        parameters.integer("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE),
        Pace.of(parameters));
  }
}
