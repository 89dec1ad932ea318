package io.lull.bench.forkjoin;

import io.lull.protocol.time.SystemClock;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Jacobi's sweeps as one would write them with the parallel streams of the JDK. */
final class StreamedJacobi {
  private StreamedJacobi() {}

  /** Of a run. */
  static double seconds(int size, int iterations) {
    final long began = SystemClock.INSTANCE.nanos();
    double[][] before = new double[size][size];
    double[][] after = new double[size][size];
    Arrays.fill(before[0], 1);
    Arrays.fill(after[0], 1);
    for (int k = 0; k < iterations; k++) {
      final double[][] from = before;
      final double[][] to = after;
      IntStream.range(1, size - 1)
          .parallel()
          .forEach(row -> relax(from[row - 1], from[row], from[row + 1], to[row]));
      before = to;
      after = from;
    }
    return (SystemClock.INSTANCE.nanos() - began) / 1e9;
  }

  private static void relax(double[] north, double[] here, double[] south, double[] next) {
    for (int c = 1; c < here.length - 1; c++) {
      next[c] = 0.25 * ((north[c] + south[c]) + (here[c - 1] + here[c + 1]));
    }
  }
}
