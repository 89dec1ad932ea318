package io.lull.reconfig.distribution;

/**
 * The permitted deviation of a worker's share from that of its weight, for the sake of moving less.
 *
 * @param bound at least 1: a worker has at most so many times its perfect share, and at least the
 *     perfect share divided by it; beyond that only what whole rows and columns make necessary
 */
public record Balance(double bound) {
  /** Cuts are made afresh at every change: as even as whole rows and columns allow. */
  public static final Balance EXACT = new Balance(1);

  /** What a program has that says nothing: an iteration may take a twentieth longer. */
  public static final Balance USUAL = new Balance(1.05);

  /**
   * @throws IllegalArgumentException when the bound is not a number from 1
   */
  public Balance {
    if (!(bound >= 1) || Double.isInfinite(bound)) {
      throw new IllegalArgumentException("a bound of the balance is a number from 1, not " + bound);
    }
  }
}
