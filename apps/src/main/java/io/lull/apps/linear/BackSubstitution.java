package io.lull.apps.linear;

import io.lull.reconfig.ProgramError;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.grid.DoubleGrid;

/** Solves a triangular system, block by block from its end. Collective. */
final class BackSubstitution {
  private BackSubstitution() {}

  /**
   * @param matrix row by row, in its upper triangle, with the right-hand side as its last column
   */
  static double[] byRows(DoubleGrid matrix, int block) {
    final int size = (int) matrix.rows();
    final double[] solution = new double[size];
    for (long begin = (size - 1L) / block * block; begin >= 0; begin -= block) {
      final long end = Math.min(begin + block, size);
      final double[] rows = matrix.everywhere(new Region(begin, end, begin, size + 1L));
      final int columns = (int) (size + 1 - begin);
      for (int row = (int) (end - begin) - 1; row >= 0; row--) {
        double value = rows[(row + 1) * columns - 1];
        for (int column = row + 1; column < columns - 1; column++) {
          value -= rows[row * columns + column] * solution[(int) begin + column];
        }
        solution[(int) begin + row] = value / rows[row * columns + row];
      }
    }
    return solution;
  }

  /**
   * @param transposed each column of the matrix as a row; after them the right-hand side
   */
  static double[] byColumns(DoubleGrid transposed, int block) {
    final int size = (int) transposed.rows() - 1;
    final double[] rest = transposed.row(size, 0, size);
    for (long begin = (size - 1L) / block * block; begin >= 0; begin -= block) {
      final int end = (int) Math.min(begin + block, size);
      final double[] columns = transposed.everywhere(new Region(begin, end, 0, end));
      for (int column = end - 1; column >= begin; column--) {
        final int at = (int) (column - begin) * end;
        if (columns[at + column] == 0) {
          throw new ProgramError(
              "the matrix is singular: of column " + column + " nothing remains");
        }
        rest[column] /= columns[at + column];
        for (int row = 0; row < column; row++) {
          rest[row] -= columns[at + row] * rest[column];
        }
      }
    }
    return rest;
  }
}
