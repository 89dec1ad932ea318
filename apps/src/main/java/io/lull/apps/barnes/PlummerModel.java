package io.lull.apps.barnes;

import io.lull.apps.numbers.HashedNumbers;

/**
 * A star cluster: S. J. Aarseth, M. Henon and R. Wielen, "A comparison of numerical methods for the
 * study of star cluster dynamics", 1974. Any worker makes any body by its number, with the same
 * bits.
 */
final class PlummerModel implements Bodies {
  /** No body is farther out than what so much of the whole mass is within. */
  private static final double MOST_MASS = 0.999;

  /** Random numbers of one body lie so far from those of the next. */
  private static final long NUMBERS = 1L << 12;

  private static final double LENGTH_SCALE = 3 * Math.PI / 16;
  private static final double GREATEST_VELOCITY_DENSITY = 0.1;

  private final int count;
  private final long seed;

  PlummerModel(int count, long seed) {
    this.count = count;
    this.seed = seed;
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public double mass(long body) {
    return 1.0 / count;
  }

  /** Between 0 and 1. */
  private double random(long body, long number) {
    return HashedNumbers.centred(seed, body * NUMBERS + number) + 0.5;
  }

  private double radius(long body) {
    final double within = MOST_MASS * Math.max(random(body, 0), 1e-12);
    return 1 / Math.sqrt(StrictMath.pow(within, -2.0 / 3) - 1);
  }

  @Override
  public double position(long body, int axis) {
    return LENGTH_SCALE * radius(body) * direction(body, 1, axis);
  }

  @Override
  public double velocity(long body, int axis) {
    final double radius = radius(body);
    final double escape = Math.sqrt(2) / Math.sqrt(Math.sqrt(1 + radius * radius));
    long number = 5;
    double share = random(body, number);
    while (GREATEST_VELOCITY_DENSITY * random(body, number + 1) > density(share)
        && number < NUMBERS - 4) {
      number += 2;
      share = random(body, number);
    }
    return share * escape / Math.sqrt(LENGTH_SCALE) * direction(body, 3, axis);
  }

  private static double density(double share) {
    return share * share * StrictMath.pow(1 - share * share, 3.5);
  }

  /** A point of the unit sphere. */
  private double direction(long body, long number, int axis) {
    final double height = 2 * random(body, number) - 1;
    final double around = Math.sqrt(1 - height * height);
    final double angle = 2 * Math.PI * random(body, number + 1);
    return switch (axis) {
      case 0 -> around * StrictMath.cos(angle);
      case 1 -> around * StrictMath.sin(angle);
      default -> height;
    };
  }
}
