package io.lull.apps.fft;

import io.lull.apps.numbers.NasNumbers;
import io.lull.reconfig.forkjoin.DoubleArray;

/** The benchmark's random numbers at the start, plane by plane. */
final class StartingField {
  private static final long SEED = 314_159_265;

  private StartingField() {}

  /** A plane: real and imaginary parts alternate in the order of the numbers. */
  static void fill(DoubleArray field, long plane, int nx, int ny) {
    long number = before(plane, nx, ny);
    final double[] row = new double[2 * nx];
    for (int y = 0; y < ny; y++) {
      number = fill(row, 0, number, nx);
      field.row(plane, y).copyFrom(0, row, 0, row.length);
    }
  }

  /** The number before the first one of a plane. */
  static long before(long plane, int nx, int ny) {
    return NasNumbers.after(SEED, 2L * nx * ny * plane);
  }

  /**
   * One row: real parts first, then the imaginary ones.
   *
   * @param number before the row's first
   * @return its last
   */
  static long fill(double[] into, int at, long number, int nx) {
    long last = number;
    for (int x = 0; x < nx; x++) {
      last = NasNumbers.next(last);
      into[at + x] = NasNumbers.unit(last);
      last = NasNumbers.next(last);
      into[at + nx + x] = NasNumbers.unit(last);
    }
    return last;
  }
}
