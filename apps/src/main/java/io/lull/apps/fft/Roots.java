package io.lull.apps.fft;

/** The roots of unity of one length: the same bits on every machine. */
final class Roots {
  private final int length;
  private final double[] cosines;
  private final double[] sines;
  private final double[] negativeSines;

  /**
   * @param length a power of two
   */
  Roots(int length) {
    this.length = length;
    this.cosines = new double[length / 2];
    this.sines = new double[length / 2];
    this.negativeSines = new double[length / 2];
    for (int j = 0; j < length / 2; j++) {
      final double angle = 2 * Math.PI * j / length;
      cosines[j] = StrictMath.cos(angle);
      sines[j] = StrictMath.sin(angle);
      negativeSines[j] = -sines[j];
    }
  }

  int length() {
    return length;
  }

  double[] cosines() {
    return cosines;
  }

  double[] sines() {
    return sines;
  }

  double[] negativeSines() {
    return negativeSines;
  }
}
