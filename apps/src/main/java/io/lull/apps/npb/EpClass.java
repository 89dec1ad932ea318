package io.lull.apps.npb;

import io.lull.reconfig.BadInput;

/**
 * A problem size of EP, with the sums that are known.
 *
 * <p>D. Bailey et al., "The NAS Parallel Benchmarks", RNR-94-007; sizes and verification values of
 * NPB 3.3.
 */
enum EpClass {
  S(24, -3247.83465203474, -6958.407078382297),
  W(25, -2863.319731645753, -6320.053679109499),
  A(28, -4295.875165629892, -15807.32573678431),
  B(30, 40338.15542441498, -26606.69192809235),
  C(32, 47643.67927995374, -80840.72988043731);

  private static final double TOLERANCE = 1e-8;

  /** Pairs of numbers in a batch. */
  static final int BATCH_PAIRS = 1 << 16;

  private final int logPairs;
  private final double sumX;
  private final double sumY;

  EpClass(int logPairs, double sumX, double sumY) {
    this.logPairs = logPairs;
    this.sumX = sumX;
    this.sumY = sumY;
  }

  /**
   * @throws BadInput when there is no class of the name
   */
  static EpClass named(String name) {
    try {
      return valueOf(name.strip());
    } catch (IllegalArgumentException e) {
      throw new BadInput("class=" + name + ": enter S, W, A, B or C");
    }
  }

  int batches() {
    return 1 << (logPairs - 16);
  }

  boolean verifies(double x, double y) {
    return Math.abs(x - sumX) <= TOLERANCE * Math.abs(sumX)
        && Math.abs(y - sumY) <= TOLERANCE * Math.abs(sumY);
  }
}
