package io.lull.simulator.sharing;

/** How many times as fast a job is on several machines as on one. */
public sealed interface Speedup {
  /**
   * @param machines at least 1
   * @return 1 for one machine; never less for more of them
   */
  double on(int machines);

  /** Every machine does as much as one alone. */
  record Perfect() implements Speedup {
    @Override
    public double on(int machines) {
      return machines;
    }
  }

  /**
   * A part of the work is done by one machine alone (G. Amdahl, <i>Validity of the single processor
   * approach</i>, 1967).
   *
   * @param sequential that part: 0 to 1
   */
  record Amdahl(double sequential) implements Speedup {
    public Amdahl {
      if (!(sequential >= 0 && sequential <= 1)) {
        throw new IllegalArgumentException(
            "the part of sequential work is from 0 to 1, not " + sequential);
      }
    }

    @Override
    public double on(int machines) {
      return 1 / (sequential + (1 - sequential) / machines);
    }
  }

  /**
   * A. Downey, <i>A model for speedup of parallel programs</i>, 1997.
   *
   * @param parallelism the average parallelism A: at least 1
   * @param variance sigma: 0 for a parallelism that never changes
   */
  record Downey(double parallelism, double variance) implements Speedup {
    public Downey {
      if (!(parallelism >= 1 && variance >= 0)) {
        throw new IllegalArgumentException(
            "Downey's model has a parallelism of at least 1 and a variance of at least 0, not "
                + parallelism
                + " and "
                + variance);
      }
    }

    @Override
    public double on(int machines) {
      final double a = parallelism;
      final double n = machines;
      final double v = variance;
      if (v <= 1) {
        if (n <= a) {
          return a * n / (a + v / 2 * (n - 1));
        }
        return n <= 2 * a - 1 ? a * n / (v * (a - 0.5) + n * (1 - v / 2)) : a;
      }
      return n <= a + a * v - v ? n * a * (v + 1) / (v * (n + a - 1) + a) : a;
    }
  }
}
