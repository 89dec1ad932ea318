package io.lull.apps.linear;

import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.grid.DoubleGrid;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * One step of a right-looking elimination with partial pivoting: the next few columns are factored,
 * rows are exchanged, and the part to the right, with the right-hand side, is updated. Every cell
 * is computed by the same operations in the same order on any number of workers.
 */
final class EliminationStep {
  private final PivotedPanel panel;
  private final long after;
  private final int columns;

  /** What exchanges bring to other rows, by the row that it was in. */
  private final Map<Long, double[]> moved = new HashMap<>();

  /** The panel's rows right of it, as they are from now on. */
  private final double[][] top;

  /**
   * Collective.
   *
   * @param matrix with the right-hand side as its last column, eliminated up to here
   * @param begin first row and column of the step
   * @param width how many columns
   */
  EliminationStep(DoubleGrid matrix, long begin, int width) {
    final long size = matrix.rows();
    panel =
        new PivotedPanel(
            begin, width, matrix.everywhere(new Region(begin, size, begin, begin + width)));
    after = begin + width;
    columns = (int) (matrix.columns() - after);
    final double[] first = matrix.everywhere(new Region(begin, after, after, matrix.columns()));
    for (int row = 0; row < width; row++) {
      moved.put(begin + row, Arrays.copyOfRange(first, row * columns, (row + 1) * columns));
    }
    for (long row = begin; row < after; row++) {
      final long origin = panel.origin(row);
      if (origin >= after) {
        moved.put(origin, matrix.row(origin, after, matrix.columns()));
      }
    }
    top = new double[width][];
    for (int row = 0; row < width; row++) {
      top[row] = content(panel.origin(begin + row)).clone();
      subtract(begin + row, row, top[row], 0);
    }
  }

  private double[] content(long row) {
    return Objects.requireNonNull(moved.get(row));
  }

  /** Takes the first rows of the top, times a row's multipliers, from cells of that row. */
  private void subtract(long row, int rows, double[] cells, int offset) {
    for (int m = 0; m < rows; m++) {
      final double factor = panel.at(row, panel.begin() + m);
      final double[] taken = top[m];
      for (int column = 0; column < columns; column++) {
        cells[offset + column] -= factor * taken[column];
      }
    }
  }

  /** Updates the workers' own rows with the step. Collective. */
  void update(DoubleGrid matrix) {
    matrix.updateRows(
        new Region(panel.begin(), matrix.rows(), panel.begin(), matrix.columns()), this::update);
  }

  private void update(long row, double[] cells) {
    final int width = panel.width();
    for (int column = 0; column < width; column++) {
      cells[column] = panel.at(row, panel.begin() + column);
    }
    if (row < after) {
      System.arraycopy(top[(int) (row - panel.begin())], 0, cells, width, columns);
      return;
    }
    final long origin = panel.origin(row);
    if (origin != row) {
      System.arraycopy(content(origin), 0, cells, width, columns);
    }
    subtract(row, width, cells, width);
  }
}
