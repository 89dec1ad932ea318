package io.lull.apps.fft;

import java.util.stream.IntStream;

/** How frequencies decay in an iteration. */
final class Decay {
  /** How fast. */
  private static final double ALPHA = 1e-6;

  /** By index: the square of its frequency. */
  private final int[] alongX;

  private final int[] alongY;
  private final int[] alongZ;

  /** By the square of the frequency. */
  private final double[] factors;

  Decay(int nx, int ny, int nz) {
    this.alongX = squares(nx);
    this.alongY = squares(ny);
    this.alongZ = squares(nz);
    final int greatest = alongX[nx / 2] + alongY[ny / 2] + alongZ[nz / 2];
    this.factors = new double[greatest + 1];
    for (int k = 0; k <= greatest; k++) {
      factors[k] = StrictMath.exp(-4 * ALPHA * Math.PI * Math.PI * k);
    }
  }

  /** The frequencies of the upper half are negative. */
  private static int[] squares(int length) {
    return IntStream.range(0, length)
        .map(index -> (index + length / 2) % length - length / 2)
        .map(frequency -> frequency * frequency)
        .toArray();
  }

  /** A line of points along x: its real parts at an offset, and then the imaginary ones. */
  void apply(double[] field, int offset, long y, long z) {
    final int ofLine = alongY[(int) y] + alongZ[(int) z];
    final int nx = alongX.length;
    for (int x = 0; x < nx; x++) {
      final double factor = factors[ofLine + alongX[x]];
      field[offset + x] *= factor;
      field[offset + nx + x] *= factor;
    }
  }
}
