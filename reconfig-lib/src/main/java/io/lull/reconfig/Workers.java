package io.lull.reconfig;

import java.util.List;

/**
 * The workers that compute together now, for what is no grid. Each call is collective: all make the
 * same one, in the same order among their other calls, between two safe points. How many they are,
 * and who has which rank, changes from one safe point to the next; what a program computes should
 * not depend on it. Used by the program's own thread only.
 *
 * <p>No message may be longer than {@value #MOST_BYTES} bytes.
 */
public interface Workers {
  int MOST_BYTES = 64 << 20;

  int count();

  /** From 0. */
  int rank();

  /** Returns when all have called it. */
  void barrier();

  /** The exact sum of all workers' numbers, rounded once. */
  double sum(double mine);

  /** Modulo 2 to the 64. */
  long sum(long mine);

  /** The greatest; NaN if any is. */
  double max(double mine);

  /**
   * What one worker has, for all.
   *
   * @param mine only that of the sender counts
   * @param from the sender's rank
   * @throws IllegalArgumentException when there is no such rank, or it is too long
   */
  byte[] broadcast(byte[] mine, int from);

  /**
   * What each has, for all.
   *
   * @return by rank
   * @throws IllegalArgumentException when it is too long
   */
  List<byte[]> gather(byte[] mine);

  /**
   * Something else from each for each.
   *
   * @param toEach by receiving rank
   * @return by sending rank
   * @throws IllegalArgumentException when it is not one for each, or one is too long
   */
  List<byte[]> exchange(List<byte[]> toEach);
}
