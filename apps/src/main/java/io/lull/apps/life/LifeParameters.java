package io.lull.apps.life;

import io.lull.reconfig.BadInput;
import io.lull.reconfig.Pace;
import io.lull.reconfig.Parameters;
import java.nio.file.Path;
import java.util.List;

/** The user's parameters. */
record LifeParameters(
    int rows,
    int columns,
    long generations,
    long seed,
    double density,
    List<Path> inputs,
    Pace pace) {
  static final long DEFAULT_SIZE = 1024;
  static final long DEFAULT_GENERATIONS = 1000;
  static final long DEFAULT_SEED = 1;
  static final double DEFAULT_DENSITY = 0.3;

  /** On smaller boards, a cell would be its own neighbour. */
  private static final int LEAST_SIDE = 3;

  private static final int GREATEST_SIDE = 100_000;
  private static final long MOST_GENERATIONS = 1_000_000_000;

  /** Decides which cells live initially. */
  @FunctionalInterface
  interface Start {
    boolean lives(long row, long column);
  }

  /**
   * @throws BadInput if a parameter cannot be used
   */
  static LifeParameters of(Parameters parameters, List<Path> inputs) {
    final boolean square = parameters.has("size");
    if (square && (parameters.has("rows") || parameters.has("columns"))) {
      throw new BadInput("size excludes rows and columns: give either size, or rows and columns");
    }
    final long size = parameters.integer("size", DEFAULT_SIZE, LEAST_SIDE, GREATEST_SIDE);
    final long rows = parameters.integer("rows", size, LEAST_SIDE, GREATEST_SIDE);
    final long columns =
        parameters.integer(
            "columns", parameters.has("rows") ? rows : size, LEAST_SIDE, GREATEST_SIDE);
    if (inputs.size() > 1) {
      throw new BadInput("the board takes one pattern, but " + inputs.size() + " inputs are given");
    }
    if (!inputs.isEmpty() && (parameters.has("seed") || parameters.has("density"))) {
      throw new BadInput(
          "seed and density are for a board without a pattern: omit them, or omit the input"
              + " out");
    }
    return new LifeParameters(
        (int) rows,
        (int) columns,
        parameters.integer("generations", DEFAULT_GENERATIONS, 1, MOST_GENERATIONS),
        parameters.integer("seed", DEFAULT_SEED, Long.MIN_VALUE, Long.MAX_VALUE),
        parameters.number("density", DEFAULT_DENSITY, 0, 1),
        inputs,
        Pace.of(parameters));
  }

  /**
   * @throws BadInput if the pattern cannot be read or does not fit on the board
   */
  Start start() {
    if (inputs.isEmpty()) {
      return (row, column) -> chance(row * columns + column) < density;
    }
    final Pattern pattern = PatternFile.read(inputs.getFirst(), rows, columns);
    final int top = (rows - pattern.rows()) / 2;
    final int left = (columns - pattern.columns()) / 2;
    return (row, column) -> pattern.lives(row - top, column - left);
  }

  /** From 0 to below 1, for a cell's number: always the same for the same cell. */
  private double chance(long cell) {
    return (mix(mix(seed) + cell) >>> 11) * 0x1p-53;
  }

  /**
   * The output function of SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number
   * generators", 2014).
   */
  static long mix(long number) {
    long z = number + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
