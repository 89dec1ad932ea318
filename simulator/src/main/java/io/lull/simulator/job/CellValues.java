package io.lull.simulator.job;

import java.util.BitSet;

/** The cells of a simulated worker at a safe point; not changed once it has them all. */
final class CellValues {
  private static final long FACTOR = 6_364_136_223_846_793_005L;

  private final long safePoint;

  /** Which cells it has. */
  final BitSet owned;

  /** Of all cells; of those that are not owned nothing in particular. */
  final long[] values;

  CellValues(long safePoint, BitSet owned, long[] values) {
    this.safePoint = safePoint;
    this.owned = owned;
    this.values = values;
  }

  long safePoint() {
    return safePoint;
  }

  /** At the next safe point: a step of a linear congruential generator for each cell. */
  CellValues next() {
    final long[] after = new long[values.length];
    for (int cell = 0; cell < values.length; cell++) {
      after[cell] = values[cell] * FACTOR + increment(cell);
    }
    return new CellValues(safePoint + 1, owned, after);
  }

  private static long increment(int cell) {
    return 2L * cell + 1;
  }

  /**
   * What a cell has to be at a safe point: so many steps at once (F. Brown, <i>Random Number
   * Generation with Arbitrary Strides</i>, 1994).
   */
  static long expected(int cell, long safePoint) {
    long factor = 1;
    long increment = 0;
    long stepFactor = FACTOR;
    long stepIncrement = increment(cell);
    for (long left = safePoint; left > 0; left >>= 1) {
      if ((left & 1) == 1) {
        factor *= stepFactor;
        increment = increment * stepFactor + stepIncrement;
      }
      stepIncrement *= stepFactor + 1;
      stepFactor *= stepFactor;
    }
    return factor * cell + increment;
  }
}
