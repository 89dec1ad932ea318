package io.lull.apps.lu;

import io.lull.apps.numbers.HashedNumbers;

/**
 * The matrix to factor: random cells within a half of zero, plus the matrix's order on the
 * diagonal, so that the diagonal dominates every row and column and no pivoting is needed.
 *
 * @param size its order
 * @param seed of the random numbers
 */
record Matrix(long size, long seed) {
  double at(long row, long column) {
    final double chance = HashedNumbers.centred(seed, row * size + column);
    return row == column ? size + chance : chance;
  }

  double rowSum(long row) {
    double sum = 0;
    for (long column = 0; column < size; column++) {
      sum += at(row, column);
    }
    return sum;
  }
}
