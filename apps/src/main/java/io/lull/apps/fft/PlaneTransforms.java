package io.lull.apps.fft;

import io.lull.reconfig.forkjoin.DoubleArray;
import io.lull.reconfig.forkjoin.DoubleRow;

/**
 * Transforms of a plane of an array, along its rows or along its columns. A row has the real parts
 * of its points first, and then the imaginary ones.
 */
final class PlaneTransforms {
  private static final int LINES = LineTransform.LINES;

  /** One thread's arrays in between. */
  static final class Scratch {
    private final LineTransform lines;
    private final double[] row;

    Scratch(FftParameters problem) {
      this.lines = new LineTransform(Math.max(problem.nx(), Math.max(problem.ny(), problem.nz())));
      this.row = new double[2 * problem.nx()];
    }

    /** A row of the field, to be filled and then read. */
    double[] row() {
      return row;
    }
  }

  private PlaneTransforms() {}

  /** Along the rows of a plane. */
  static void rows(
      DoubleArray field, long plane, Roots roots, int rows, boolean forward, Scratch scratch) {
    final int n = roots.length();
    final LineTransform lines = scratch.lines;
    final double[] row = scratch.row;
    for (int first = 0; first < rows; first += LINES) {
      final int count = Math.min(LINES, rows - first);
      final double[] re = lines.re();
      final double[] im = lines.im();
      for (int b = 0; b < count; b++) {
        field.row(plane, first + b).copyTo(0, row, 0, 2 * n);
        for (int k = 0; k < n; k++) {
          re[k * LINES + b] = row[k];
          im[k * LINES + b] = row[n + k];
        }
      }
      transform(lines, roots, forward);
      final double[] doneRe = lines.re();
      final double[] doneIm = lines.im();
      for (int b = 0; b < count; b++) {
        for (int k = 0; k < n; k++) {
          row[k] = doneRe[k * LINES + b];
          row[n + k] = doneIm[k * LINES + b];
        }
        field.row(plane, first + b).copyFrom(0, row, 0, 2 * n);
      }
    }
  }

  /**
   * Along the columns of a plane.
   *
   * @param into where the transform goes; may be the same array
   */
  static void columns(
      DoubleArray field,
      DoubleArray into,
      long plane,
      Roots roots,
      int columns,
      boolean forward,
      Scratch scratch) {
    final int n = roots.length();
    final LineTransform lines = scratch.lines;
    for (int first = 0; first < columns; first += LINES) {
      final int count = Math.min(LINES, columns - first);
      for (int k = 0; k < n; k++) {
        final DoubleRow row = field.row(plane, k);
        row.copyTo(first, lines.re(), k * LINES, count);
        row.copyTo(columns + first, lines.im(), k * LINES, count);
      }
      transform(lines, roots, forward);
      for (int k = 0; k < n; k++) {
        final DoubleRow row = into.row(plane, k);
        row.copyFrom(first, lines.re(), k * LINES, count);
        row.copyFrom(columns + first, lines.im(), k * LINES, count);
      }
    }
  }

  private static void transform(LineTransform lines, Roots roots, boolean forward) {
    if (forward) {
      lines.forward(roots);
    } else {
      lines.inverse(roots);
    }
  }
}
