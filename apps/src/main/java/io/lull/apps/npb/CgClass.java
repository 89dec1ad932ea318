package io.lull.apps.npb;

import io.lull.reconfig.BadInput;

/**
 * A problem size of CG, with the eigenvalue that is known.
 *
 * <p>D. Bailey et al., "The NAS Parallel Benchmarks", RNR-94-007; sizes and verification values of
 * NPB 3.3.
 */
enum CgClass {
  S(1400, 7, 10, 15, 8.5971775078648),
  W(7000, 8, 12, 15, 10.362595087124),
  A(14_000, 11, 20, 15, 17.130235054029),
  B(75_000, 13, 60, 75, 22.712745482631),
  C(150_000, 15, 110, 75, 28.973605592845);

  private static final double TOLERANCE = 1e-10;

  private final int order;
  private final int nonZeros;
  private final double shift;
  private final int iterations;
  private final double zeta;

  CgClass(int order, int nonZeros, double shift, int iterations, double zeta) {
    this.order = order;
    this.nonZeros = nonZeros;
    this.shift = shift;
    this.iterations = iterations;
    this.zeta = zeta;
  }

  /**
   * @throws BadInput when there is no class of the name
   */
  static CgClass named(String name) {
    try {
      return valueOf(name.strip());
    } catch (IllegalArgumentException e) {
      throw new BadInput("class=" + name + ": enter S, W, A, B or C");
    }
  }

  /** Rows of the matrix. */
  int order() {
    return order;
  }

  /** Of each random vector of which the matrix is made. */
  int nonZeros() {
    return nonZeros;
  }

  double shift() {
    return shift;
  }

  int iterations() {
    return iterations;
  }

  boolean verifies(double computed) {
    return Math.abs(computed - zeta) <= TOLERANCE * zeta;
  }
}
