package io.lull.reconfig.vector;

/**
 * Arithmetic of rows of numbers that lie in memory outside of Java's heap, so many at a time as
 * {@link #LANES}. Addresses are those of first elements; whoever calls knows that the rows are
 * there. The same bits on every machine: nothing is fused, and lanes are as many everywhere. Any
 * thread.
 */
public interface RowArithmetic {
  /** In so many lanes products are summed up, and counts of elements are multiples of it. */
  int LANES = 8;

  /** Sets lanes to the sums of every eighth product of two rows of doubles. */
  void products(long a, long b, long count, double[] lanes);

  /** Sets lanes to the sums of every eighth product of two rows of floats. */
  void products(long a, long b, long count, float[] lanes);

  /** Adds to a row of doubles a multiple of another one. */
  void addScaled(long a, double factor, long b, long count);

  /** Adds to a row of floats a multiple of another one. */
  void addScaled(long a, float factor, long b, long count);
}
