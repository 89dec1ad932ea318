package io.lull.reconfig.forkjoin;

import java.util.function.LongToDoubleFunction;
import java.util.function.LongUnaryOperator;

/** Runs loops, on this worker's part of the iterations. The program's thread. */
interface LoopRunner {
  /** Whether each access is checked against the clauses of its loop. */
  boolean isChecked();

  void run(LoopClauses loop, RangeBody body);

  /** The exact sum of all iterations' numbers. */
  double sum(LoopClauses loop, LongToDoubleFunction iteration);

  /** The sum of all iterations' numbers modulo 2 to the 64. */
  long sumOfLongs(LoopClauses loop, LongUnaryOperator iteration);

  /** The greatest of all iterations' numbers. */
  double max(LoopClauses loop, LongToDoubleFunction iteration);

  /**
   * As {@link #sum}, of iterations that add to an array.
   *
   * @param bound no term and no element's sum is greater
   */
  double add(LoopClauses loop, DoubleArray target, double bound, AddingNumber iteration);
}
