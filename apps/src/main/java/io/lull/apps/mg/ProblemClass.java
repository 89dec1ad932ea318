package io.lull.apps.mg;

/**
 * A problem size of the benchmark, with its verification value.
 *
 * <p>D. Bailey et al., "The NAS Parallel Benchmarks", RNR-94-007; sizes and verification values of
 * NPB 3.3.
 */
enum ProblemClass {
  S(5, 4, 0.5307707005734e-04),
  W(7, 4, 0.6467329375339e-05),
  A(8, 4, 0.2433365309069e-05),
  B(8, 20, 0.1800564401355e-05),
  C(9, 20, 0.5706732285740e-06);

  /** The tolerated relative difference of a norm from the reference. */
  private static final double TOLERANCE = 1e-8;

  private final int levels;
  private final int iterations;
  private final double norm;

  ProblemClass(int levels, int iterations, double norm) {
    this.levels = levels;
    this.iterations = iterations;
    this.norm = norm;
  }

  /** The finest grid has two to this power cells on a side. */
  int levels() {
    return levels;
  }

  int iterations() {
    return iterations;
  }

  /** Whether that is the norm of the final residual. */
  boolean verifies(double computed) {
    return Math.abs(computed - norm) <= TOLERANCE * norm;
  }

  /** Weights of the smoother: the cell's own, its faces', its edges'; corners have none. */
  double[] smoother() {
    return compareTo(A) <= 0
        ? new double[] {-3.0 / 8, 1.0 / 32, -1.0 / 64}
        : new double[] {-3.0 / 17, 1.0 / 33, -1.0 / 61};
  }
}
