package io.lull.apps.fft;

/**
 * Transforms of planes in ordinary memory: a plane has rows of points, each row its real parts
 * first and then its imaginary ones.
 */
final class FieldLines {
  private static final int LINES = LineTransform.LINES;

  private final LineTransform lines;
  private final int width;

  /**
   * @param most elements of any line
   * @param width points of a row
   */
  FieldLines(int most, int width) {
    this.lines = new LineTransform(most);
    this.width = width;
  }

  /** Along the rows of a plane that begins at an offset. */
  void rows(double[] field, int offset, int rows, Roots roots, boolean forward) {
    for (int first = 0; first < rows; first += LINES) {
      final int count = Math.min(LINES, rows - first);
      final double[] re = lines.re();
      final double[] im = lines.im();
      for (int b = 0; b < count; b++) {
        final int row = offset + (first + b) * 2 * width;
        for (int k = 0; k < width; k++) {
          re[k * LINES + b] = field[row + k];
          im[k * LINES + b] = field[row + width + k];
        }
      }
      transform(roots, forward);
      final double[] doneRe = lines.re();
      final double[] doneIm = lines.im();
      for (int b = 0; b < count; b++) {
        final int row = offset + (first + b) * 2 * width;
        for (int k = 0; k < width; k++) {
          field[row + k] = doneRe[k * LINES + b];
          field[row + width + k] = doneIm[k * LINES + b];
        }
      }
    }
  }

  /** Along the columns of a plane, which has as many rows as there are roots. */
  void columns(double[] field, double[] into, int offset, Roots roots, boolean forward) {
    final int n = roots.length();
    for (int first = 0; first < width; first += LINES) {
      final int count = Math.min(LINES, width - first);
      for (int k = 0; k < n; k++) {
        final int row = offset + k * 2 * width;
        System.arraycopy(field, row + first, lines.re(), k * LINES, count);
        System.arraycopy(field, row + width + first, lines.im(), k * LINES, count);
      }
      transform(roots, forward);
      for (int k = 0; k < n; k++) {
        final int row = offset + k * 2 * width;
        System.arraycopy(lines.re(), k * LINES, into, row + first, count);
        System.arraycopy(lines.im(), k * LINES, into, row + width + first, count);
      }
    }
  }

  private void transform(Roots roots, boolean forward) {
    if (forward) {
      lines.forward(roots);
    } else {
      lines.inverse(roots);
    }
  }
}
