package io.lull.apps.linear;

import io.lull.reconfig.ProgramError;
import java.util.Arrays;

/**
 * The next few columns of a matrix, factored by elimination with partial pivoting: of each column
 * the first of the greatest coefficients that remain becomes the pivot, as in LAPACK.
 */
final class PivotedPanel {
  private final long begin;
  private final int width;

  /** Row by row, as they are after the exchanges; below the diagonal the multipliers. */
  private final double[] cells;

  /** Where each row was before the exchanges, from the panel's first row on. */
  private final int[] origin;

  /**
   * @param begin its first row and column in the matrix
   * @param columns its rows, one after the other; taken over
   */
  PivotedPanel(long begin, int width, double[] columns) {
    this.begin = begin;
    this.width = width;
    this.cells = columns;
    this.origin = new int[columns.length / width];
    Arrays.setAll(origin, row -> row);
    for (int column = 0; column < width; column++) {
      final int pivot = pivot(column);
      if (at(pivot, column) == 0) {
        throw new ProgramError(
            "the matrix is singular: of column " + (begin + column) + " nothing remains");
      }
      exchange(column, pivot);
      eliminate(column);
    }
  }

  private double at(int row, int column) {
    return cells[row * width + column];
  }

  private int pivot(int column) {
    int greatest = column;
    for (int row = column + 1; row < origin.length; row++) {
      if (Math.abs(at(row, column)) > Math.abs(at(greatest, column))) {
        greatest = row;
      }
    }
    return greatest;
  }

  private void exchange(int one, int other) {
    final int kept = origin[one];
    origin[one] = origin[other];
    origin[other] = kept;
    for (int column = 0; column < width; column++) {
      final double cell = at(one, column);
      cells[one * width + column] = at(other, column);
      cells[other * width + column] = cell;
    }
  }

  private void eliminate(int step) {
    for (int row = step + 1; row < origin.length; row++) {
      final double factor = at(row, step) / at(step, step);
      cells[row * width + step] = factor;
      for (int column = step + 1; column < width; column++) {
        cells[row * width + column] -= factor * at(step, column);
      }
    }
  }

  /** The matrix's row whose content belongs into that row now. */
  long origin(long row) {
    return begin + origin[(int) (row - begin)];
  }

  /** By the matrix's own rows and columns. */
  double at(long row, long column) {
    return at((int) (row - begin), (int) (column - begin));
  }

  int width() {
    return width;
  }

  long begin() {
    return begin;
  }
}
