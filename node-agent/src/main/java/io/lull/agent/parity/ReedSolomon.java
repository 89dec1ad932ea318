package io.lull.agent.parity;

import java.util.List;

/**
 * A code with k columns of data and several rows of parity, of which any k blocks give all others.
 *
 * <p>Row j of the parities is the sum over all columns i of a[j][i] times the data. The a are a
 * Cauchy matrix, 1 / (x[j] + y[i]) with all x and y different, every square submatrix of which is
 * regular (Bloemer et al., An XOR-Based Erasure-Resilient Coding Scheme, 1995). Below the identity,
 * every choice of rows stays regular, unlike with the matrix of Plank's tutorial (Plank and Ding,
 * Note: Correction to the 1997 Tutorial on Reed-Solomon Coding, 2003). Its columns are divided by
 * their first element: they stay regular, and row 0 is the exclusive or.
 */
record ReedSolomon(int columns, int rows) {
  ReedSolomon {
    if (columns < 1 || rows < 0 || columns + rows > GaloisField.ELEMENTS) {
      throw new IllegalArgumentException(
          columns + " columns and " + rows + " rows are no code over bytes");
    }
  }

  /** The coefficient of a column's data in a row of parity. */
  int factor(int row, int column) {
    return GaloisField.over(cauchy(row, column), cauchy(0, column));
  }

  private int cauchy(int row, int column) {
    return GaloisField.over(1, row ^ (rows + column));
  }

  /**
   * The factors with which a block is the sum of others.
   *
   * @param wanted 0 to {@code columns - 1} for data, {@code columns + j} for row j of parity
   * @param sources as many as columns, all different, numbered likewise
   */
  int[] factors(int wanted, List<Integer> sources) {
    if (sources.size() != columns || sources.stream().distinct().count() != columns) {
      throw new IllegalArgumentException(
          "a block is made of " + columns + " different others, not of " + sources);
    }
    // Solves for the factors f: the sum of f[s] times the row of s in the code is the wanted row.
    final int[][] equations = new int[columns][columns + 1];
    for (int column = 0; column < columns; column++) {
      for (int s = 0; s < columns; s++) {
        equations[column][s] = element(sources.get(s), column);
      }
      equations[column][columns] = element(wanted, column);
    }
    return solved(equations);
  }

  /** The rows of the identity, then the parities' rows. */
  private int element(int row, int column) {
    return row >= columns ? factor(row - columns, column) : row == column ? 1 : 0;
  }

  /** Gauss-Jordan elimination; without rounding, any pivot but zero will do. */
  private static int[] solved(int[][] equations) {
    final int unknowns = equations.length;
    for (int p = 0; p < unknowns; p++) {
      int pivot = p;
      while (equations[pivot][p] == 0) {
        pivot++;
      }
      final int[] row = equations[pivot];
      equations[pivot] = equations[p];
      equations[p] = row;
      final int divisor = row[p];
      for (int c = p; c <= unknowns; c++) {
        row[c] = GaloisField.over(row[c], divisor);
      }
      for (int other = 0; other < unknowns; other++) {
        final int times = equations[other][p];
        if (other != p && times != 0) {
          for (int c = p; c <= unknowns; c++) {
            equations[other][c] ^= GaloisField.times(times, row[c]);
          }
        }
      }
    }
    final int[] factors = new int[unknowns];
    for (int i = 0; i < unknowns; i++) {
      factors[i] = equations[i][unknowns];
    }
    return factors;
  }
}
