package io.lull.reconfig.distribution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * The assignment of rows to columns of a square matrix with the greatest total gain.
 *
 * <p>The Hungarian method with potentials, O(n³): H. W. Kuhn, "The Hungarian method for the
 * assignment problem", 1955; in the shortest-augmenting-path form of R. Jonker and A. Volgenant,
 * 1987. Where the matrix is too large for that, greatest gains first and then exchanges of two.
 */
final class Assignment {
  /** Up to so many rows the best is found; it takes a few tenths of a second then. */
  static final int MOST_EXACT = 512;

  /** Beyond, so often all pairs are looked at for an exchange. */
  private static final int MOST_PASSES = 4;

  private record Pair(int row, int column, long gain) {}

  private Assignment() {}

  /**
   * @param gain square, none negative; greater is better
   * @param allowed whether a row may have a column; some full assignment is allowed
   * @return for each row its column
   */
  static int[] best(long[][] gain, BiPredicate<Integer, Integer> allowed) {
    final int n = gain.length;
    final long most = Arrays.stream(gain).flatMapToLong(Arrays::stream).max().orElse(0);
    final long forbidden = -(most + 1) * (n + 1L);
    final long[][] worth = new long[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        worth[i][j] = allowed.test(i, j) ? gain[i][j] : forbidden;
      }
    }
    return n <= MOST_EXACT ? exact(worth) : exchanged(worth);
  }

  /** The total gain of an assignment. */
  static long gain(long[][] gain, int[] columnOfRow) {
    long sum = 0;
    for (int row = 0; row < gain.length; row++) {
      sum += gain[row][columnOfRow[row]];
    }
    return sum;
  }

  /** Greatest gains first, then whatever is left, then exchanges as long as they gain. */
  static int[] exchanged(long[][] gain) {
    final int n = gain.length;
    final List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        if (gain[i][j] > 0) {
          pairs.add(new Pair(i, j, gain[i][j]));
        }
      }
    }
    pairs.sort(Comparator.comparingLong(Pair::gain).reversed());
    final int[] columnOfRow = new int[n];
    Arrays.fill(columnOfRow, -1);
    final boolean[] taken = new boolean[n];
    for (final Pair pair : pairs) {
      if (columnOfRow[pair.row()] < 0 && !taken[pair.column()]) {
        columnOfRow[pair.row()] = pair.column();
        taken[pair.column()] = true;
      }
    }
    for (int i = 0; i < n; i++) {
      if (columnOfRow[i] < 0) {
        columnOfRow[i] = bestLeft(gain[i], taken);
        taken[columnOfRow[i]] = true;
      }
    }
    boolean better = true;
    for (int pass = 0; better && pass < MOST_PASSES; pass++) {
      better = false;
      for (int i = 0; i < n; i++) {
        for (int j = i + 1; j < n; j++) {
          final int a = columnOfRow[i];
          final int b = columnOfRow[j];
          if (gain[i][b] + gain[j][a] > gain[i][a] + gain[j][b]) {
            columnOfRow[i] = b;
            columnOfRow[j] = a;
            better = true;
          }
        }
      }
    }
    return columnOfRow;
  }

  private static int bestLeft(long[] gain, boolean[] taken) {
    int best = -1;
    for (int column = 0; column < taken.length; column++) {
      if (!taken[column] && (best < 0 || gain[column] > gain[best])) {
        best = column;
      }
    }
    return best;
  }

  /** The Hungarian method. */
  static int[] exact(long[][] gain) {
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
