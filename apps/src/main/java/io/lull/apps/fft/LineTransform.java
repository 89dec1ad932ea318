package io.lull.apps.fft;

/**
 * Fourier transforms of several lines at once, which lie side by side: element {@code k} of line
 * {@code b} at {@code k * LINES + b}. One thread at a time.
 *
 * <p>The self-sorting algorithm of Stockham, as in C. Van Loan, "Computational Frameworks for the
 * Fast Fourier Transform", 1992, 1.7.
 */
final class LineTransform {
  /** So many lines fill whole vectors, and still fit into the nearest cache. */
  static final int LINES = 8;

  private final double[][] re;
  private final double[][] im;
  private int present;

  /**
   * @param most elements of a line
   */
  LineTransform(int most) {
    this.re = new double[2][most * LINES];
    this.im = new double[2][most * LINES];
  }

  /** The real parts, to be filled and then read. */
  double[] re() {
    return re[present];
  }

  double[] im() {
    return im[present];
  }

  /** Sums with factors of the roots' angles, of positive sign. */
  void forward(Roots roots) {
    transform(roots, roots.sines());
  }

  /** Sums with factors of negative angles; not divided by the length. */
  void inverse(Roots roots) {
    transform(roots, roots.negativeSines());
  }

  private void transform(Roots roots, double[] sines) {
    final int n = roots.length();
    int half = n / 2;
    int width = LINES;
    for (; half >= 1; half /= 2, width *= 2) {
      final int step = n / 2 / half;
      for (int j = 0; j < half; j++) {
        butterflies(j, half, width, roots.cosines()[j * step], sines[j * step]);
      }
      present = 1 - present;
    }
  }

  private void butterflies(int j, int half, int width, double cos, double sin) {
    final double[] fromRe = re[present];
    final double[] fromIm = im[present];
    final double[] toRe = re[1 - present];
    final double[] toIm = im[1 - present];
    final int first = j * width;
    final int second = first + half * width;
    final int sums = 2 * j * width;
    final int differences = sums + width;
    for (int t = 0; t < width; t++) {
      final double oneRe = fromRe[first + t];
      final double oneIm = fromIm[first + t];
      final double otherRe = fromRe[second + t];
      final double otherIm = fromIm[second + t];
      toRe[sums + t] = oneRe + otherRe;
      toIm[sums + t] = oneIm + otherIm;
      final double differenceRe = oneRe - otherRe;
      final double differenceIm = oneIm - otherIm;
      toRe[differences + t] = cos * differenceRe - sin * differenceIm;
      toIm[differences + t] = cos * differenceIm + sin * differenceRe;
    }
  }
}
