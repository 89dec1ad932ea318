package io.lull.apps.water;

import io.lull.reconfig.BadInput;
import io.lull.reconfig.Pace;
import io.lull.reconfig.Parameters;

/**
 * The user's parameters.
 *
 * @param side how many molecules stand along each side of the box at first
 * @param cutoff sites farther apart do not feel each other, in 1e-10 m; 0: half the box's side
 */
record WaterParameters(int side, int steps, double cutoff, long seed, Pace pace) {
  private static final int MOST_MOLECULES = 1_000_000;

  /**
   * @throws BadInput if a parameter cannot be used
   */
  static WaterParameters of(Parameters parameters) {
    final int molecules = (int) parameters.integer("molecules", 512, 8, MOST_MOLECULES);
    final int side = (int) Math.rint(Math.cbrt(molecules));
    if (side * side * side != molecules) {
      throw new BadInput(
          "molecules=" + molecules + ": enter a cube, such as " + side * side * side);
    }
    return new WaterParameters(
        side,
        (int) parameters.integer("steps", 10, 1, 100_000),
        parameters.number("cutoff", 0, 0, 11),
        parameters.integer("seed", 1, Long.MIN_VALUE, Long.MAX_VALUE),
        Pace.of(parameters));
  }

  int molecules() {
    return side * side * side;
  }
}
