package io.lull.apps.heat;

import io.lull.reconfig.BadInput;
import io.lull.reconfig.Pace;
import io.lull.reconfig.Parameters;
import io.lull.reconfig.distribution.Extents;
import java.nio.file.Path;
import java.util.List;

/**
 * The user's parameters.
 *
 * @param rate the part of a difference to one neighbour that flows in a step
 */
record HeatParameters(int planes, int rows, int columns, long iterations, double rate, Pace pace) {
  static final long DEFAULT_SIZE = 101;
  static final long DEFAULT_ITERATIONS = 500;
  static final double DEFAULT_RATE = 0.125;

  /** The minimum has one cell inside; the maximum would fill the memory of hundreds of machines. */
  private static final int LEAST_SIDE = 3;

  private static final int GREATEST_SIDE = 10_000;
  private static final long MOST_ITERATIONS = 1_000_000_000;

  /** Explicit steps are unstable above it in three dimensions. */
  private static final double GREATEST_RATE = 1.0 / 6;

  /**
   * @throws BadInput if a parameter cannot be used
   */
  static HeatParameters of(Parameters parameters, List<Path> inputs) {
    if (!inputs.isEmpty()) {
      throw new BadInput("heat takes no input files: omit --input");
    }
    if (parameters.has("size")
        && (parameters.has("planes") || parameters.has("rows") || parameters.has("columns"))) {
      throw new BadInput("size excludes planes, rows and columns: give either size, or the others");
    }
    final long size = parameters.integer("size", DEFAULT_SIZE, LEAST_SIDE, GREATEST_SIDE);
    return new HeatParameters(
        (int) parameters.integer("planes", size, LEAST_SIDE, GREATEST_SIDE),
        (int) parameters.integer("rows", size, LEAST_SIDE, GREATEST_SIDE),
        (int) parameters.integer("columns", size, LEAST_SIDE, GREATEST_SIDE),
        parameters.integer("iterations", DEFAULT_ITERATIONS, 1, MOST_ITERATIONS),
        parameters.number("rate", DEFAULT_RATE, 0, GREATEST_RATE),
        Pace.of(parameters));
  }

  Extents extents() {
    return Extents.of(planes, rows, columns);
  }
}
