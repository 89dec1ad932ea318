package io.lull.apps.lu;

import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.grid.DoubleGrid;

/**
 * One step of a right-looking factorisation: the next few columns and rows get their final values,
 * and their product updates the part to the right of and below them. After K. A. Gallivan, R. J.
 * Plemmons and A. H. Sameh, "Parallel algorithms for dense linear algebra computations", SIAM
 * Review 1990. Every cell is computed by the same operations in the same order as in three nested
 * loops over the whole matrix, for any width.
 */
final class FactorizationStep {
  private final int width;
  private final long begin;
  private final long size;

  /** Columns of the lower factor, row by row; its first rows also have the upper one's. */
  private final double[] left;

  /** Rows of the upper factor right of the columns, column by column. */
  private final double[] top;

  /**
   * Collective.
   *
   * @param matrix factored up to here
   * @param begin first row and column of the step
   * @param width how many rows and columns
   */
  FactorizationStep(DoubleGrid matrix, long begin, int width) {
    this.begin = begin;
    this.width = width;
    this.size = matrix.rows();
    this.left = matrix.everywhere(new Region(begin, size, begin, begin + width));
    factorLeft();
    final long after = begin + width;
    this.top =
        after < size
            ? byColumns(matrix.everywhere(new Region(begin, after, after, size)))
            : new double[0];
    solveTop();
  }

  /** Updates the workers' own cells with the step. Collective. */
  void update(DoubleGrid matrix) {
    matrix.update(
        new Region(begin, size, begin, size),
        (cell, _, row, column) -> at(matrix.at(cell), row, column));
  }

  private double at(double before, long row, long column) {
    final int l = (int) (row - begin) * width;
    if (column < begin + width) {
      return left[l + (int) (column - begin)];
    }
    final int u = (int) (column - begin - width) * width;
    if (row < begin + width) {
      return top[u + (int) (row - begin)];
    }
    double value = before;
    for (int m = 0; m < width; m++) {
      value -= left[l + m] * top[u + m];
    }
    return value;
  }

  private void factorLeft() {
    for (int row = 0; row < left.length / width; row++) {
      final int l = row * width;
      for (int column = 0; column < width; column++) {
        double value = left[l + column];
        for (int m = 0; m < Math.min(row, column); m++) {
          value -= left[l + m] * left[m * width + column];
        }
        left[l + column] = column < row ? value / left[column * width + column] : value;
      }
    }
  }

  private double[] byColumns(double[] byRows) {
    final double[] turned = new double[byRows.length];
    final int columns = byRows.length / width;
    for (int row = 0; row < width; row++) {
      for (int column = 0; column < columns; column++) {
        turned[column * width + row] = byRows[row * columns + column];
      }
    }
    return turned;
  }

  private void solveTop() {
    for (int u = 0; u < top.length; u += width) {
      for (int row = 0; row < width; row++) {
        double value = top[u + row];
        for (int m = 0; m < row; m++) {
          value -= left[row * width + m] * top[u + m];
        }
        top[u + row] = value;
      }
    }
  }
}
