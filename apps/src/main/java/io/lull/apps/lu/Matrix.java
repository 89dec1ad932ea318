package io.lull.apps.lu;

/**
 * The matrix to factor: random cells within a half of zero, plus the matrix's order on the
 * diagonal, so that the diagonal dominates every row and column and no pivoting is needed.
 *
 * @param size its order
 * @param seed of the random numbers
 */
record Matrix(long size, long seed) {
  /** 2 to the -53: scales a random mantissa to a number below 1. */
  private static final double UNIT = 0x1p-53;

  double at(long row, long column) {
    final double chance = (mixed(row * size + column + mixed(seed)) >>> 11) * UNIT - 0.5;
    return row == column ? size + chance : chance;
  }

  /** The finaliser of SplitMix64: G. L. Steele, D. Lea and C. H. Flood, OOPSLA 2014. */
  private static long mixed(long state) {
    long z = state + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  double rowSum(long row) {
    double sum = 0;
    for (long column = 0; column < size; column++) {
      sum += at(row, column);
    }
    return sum;
  }
}
