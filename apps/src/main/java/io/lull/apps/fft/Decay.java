package io.lull.apps.fft;

/** How frequencies decay in an iteration. */
final class Decay {
  /** How fast. */
  private static final double ALPHA = 1e-6;

  private final int nx;
  private final int ny;
  private final int nz;

  /** By the square of the frequency. */
  private final double[] factors;

  Decay(int nx, int ny, int nz) {
    this.nx = nx;
    this.ny = ny;
    this.nz = nz;
    final int greatest = square(nx / 2, nx) + square(ny / 2, ny) + square(nz / 2, nz);
    this.factors = new double[greatest + 1];
    for (int k = 0; k <= greatest; k++) {
      factors[k] = StrictMath.exp(-4 * ALPHA * Math.PI * Math.PI * k);
    }
  }

  /** The square of the frequency of an index: those of the upper half are negative. */
  private static int square(long index, int length) {
    final int frequency = (int) ((index + length / 2) % length) - length / 2;
    return frequency * frequency;
  }

  /** A line of points along x: its real parts at an offset, and then the imaginary ones. */
  void apply(double[] field, int offset, long y, long z) {
    final int ofLine = square(y, ny) + square(z, nz);
    for (int x = 0; x < nx; x++) {
      final double factor = factors[ofLine + square(x, nx)];
      field[offset + x] *= factor;
      field[offset + nx + x] *= factor;
    }
  }
}
