package io.lull.platform.machine;

import io.lull.protocol.time.Clock;

/**
 * The speed of one core at a typical job: a five-point stencil over doubles in its cache. The best
 * of many short runs counts, since every disturbance makes a run slower.
 */
public final class SpeedTest {
  /** The time of the reference machine's core, of the year 2026, per cell. */
  private static final double REFERENCE_NANOS_PER_CELL = 0.6;

  private static final int SIZE = 128;
  private static final int SWEEPS_A_RUN = 20;
  private static final int RUNS = 150;

  private SpeedTest() {}

  /**
   * 1.0 is one core of the reference machine, 2.0 is twice as fast. Takes a fraction of a second.
   */
  public static double measure(Clock clock) {
    double[] from = new double[SIZE * SIZE];
    double[] to = new double[SIZE * SIZE];
    from[0] = 1;
    long best = Long.MAX_VALUE;
    for (int run = 0; run < RUNS; run++) {
      final long start = clock.nanos();
      for (int sweep = 0; sweep < SWEEPS_A_RUN; sweep++) {
        relax(from, to);
        final double[] swap = from;
        from = to;
        to = swap;
      }
      best = Math.min(best, clock.nanos() - start);
    }
    final double cells = (double) (SIZE - 2) * (SIZE - 2) * SWEEPS_A_RUN;
    // The result enters the answer with weight zero, so that no compiler removes the work.
    final double nothing = Double.isNaN(from[SIZE + 1]) ? 1 : 0;
    return REFERENCE_NANOS_PER_CELL / (Math.max(1, best) / cells) + nothing;
  }

  private static void relax(double[] from, double[] to) {
    for (int row = 1; row < SIZE - 1; row++) {
      final int at = row * SIZE;
      for (int i = at + 1; i < at + SIZE - 1; i++) {
        to[i] = 0.25 * ((from[i - SIZE] + from[i + SIZE]) + (from[i - 1] + from[i + 1]));
      }
    }
  }
}
