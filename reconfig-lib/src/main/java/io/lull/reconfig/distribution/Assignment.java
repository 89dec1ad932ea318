package io.lull.reconfig.distribution;

import java.util.Arrays;

/**
 * The assignment of rows to columns of a square matrix with the greatest total gain.
 *
 * <p>The Hungarian method with potentials, O(n³): H. W. Kuhn, "The Hungarian method for the
 * assignment problem", 1955; in the shortest-augmenting-path form of R. Jonker and A. Volgenant,
 * 1987.
 */
final class Assignment {
  private Assignment() {}

  /**
   * @param gain square; greater is better
   * @return for each row its column
   */
  static int[] best(long[][] gain) {
    final int n = gain.length;
    final long[] rowPotential = new long[n + 1];
    final long[] columnPotential = new long[n + 1];
    final int[] rowOfColumn = new int[n + 1];
    for (int row = 1; row <= n; row++) {
      augment(gain, row, rowPotential, columnPotential, rowOfColumn);
    }
    final int[] columnOfRow = new int[n];
    for (int column = 1; column <= n; column++) {
      columnOfRow[rowOfColumn[column] - 1] = column - 1;
    }
    return columnOfRow;
  }

  /**
   * Finds the cheapest path by which one more row gets a column; rows and columns count from 1, 0
   * is the path's root.
   */
  private static void augment(
      long[][] gain, int row, long[] rowPotential, long[] columnPotential, int[] rowOfColumn) {
    final int n = gain.length;
    final long[] slack = new long[n + 1];
    final int[] before = new int[n + 1];
    final boolean[] used = new boolean[n + 1];
    Arrays.fill(slack, Long.MAX_VALUE);
    rowOfColumn[0] = row;
    int column = 0;
    do {
      used[column] = true;
      final int present = rowOfColumn[column];
      long least = Long.MAX_VALUE;
      int next = 0;
      for (int j = 1; j <= n; j++) {
        if (used[j]) {
          continue;
        }
        final long reduced = -gain[present - 1][j - 1] - rowPotential[present] - columnPotential[j];
        if (reduced < slack[j]) {
          slack[j] = reduced;
          before[j] = column;
        }
        if (slack[j] < least) {
          least = slack[j];
          next = j;
        }
      }
      for (int j = 0; j <= n; j++) {
        if (used[j]) {
          rowPotential[rowOfColumn[j]] += least;
          columnPotential[j] -= least;
        } else {
          slack[j] -= least;
        }
      }
      column = next;
    } while (rowOfColumn[column] != 0);
    while (column != 0) {
      final int previous = before[column];
      rowOfColumn[column] = rowOfColumn[previous];
      column = previous;
    }
  }
}
