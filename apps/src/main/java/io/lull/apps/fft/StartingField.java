package io.lull.apps.fft;

import io.lull.reconfig.forkjoin.DoubleArray;

/** The benchmark's random numbers at the start, plane by plane. */
final class StartingField {
  private static final long MULTIPLIER = 1_220_703_125; // 5^13
  private static final long SEED = 314_159_265;
  private static final long MASK = (1L << 46) - 1;
  private static final double UNIT = 0x1p-46;

  private StartingField() {}

  /** A plane: real and imaginary parts alternate in the order of the numbers. */
  static void fill(DoubleArray field, long plane, int nx, int ny) {
    long number = SEED * power(2L * nx * ny * plane) & MASK;
    final double[] row = new double[2 * nx];
    for (int y = 0; y < ny; y++) {
      for (int x = 0; x < nx; x++) {
        number = number * MULTIPLIER & MASK;
        row[x] = number * UNIT;
        number = number * MULTIPLIER & MASK;
        row[nx + x] = number * UNIT;
      }
      field.row(plane, y).copyFrom(0, row, 0, row.length);
    }
  }

  /** The multiplier so many times with itself, modulo 2 to the 46. */
  private static long power(long exponent) {
    long power = 1;
    long square = MULTIPLIER;
    for (long rest = exponent; rest > 0; rest >>= 1) {
      if ((rest & 1) == 1) {
        power = power * square & MASK;
      }
      square = square * square & MASK;
    }
    return power;
  }
}
