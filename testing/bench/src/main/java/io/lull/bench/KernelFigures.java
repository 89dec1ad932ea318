package io.lull.bench;

import io.lull.apps.jacobi.Jacobi;
import io.lull.protocol.time.SystemClock;
import io.lull.reconfig.runtime.Standalone;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Jacobi as an author writes it, on one worker, beside a plain loop over two arrays in the same
 * process, turn by turn.
 */
final class KernelFigures {
  private static final int ROUNDS = 7;
  private static final long CELL_UPDATES = 1_000_000_000L;
  private static final int[] SIZES = {250, 1000, 2000, 4000};

  private KernelFigures() {}

  static void print() throws IOException {
    System.out.println("| grid | library | plain loop | ratio of the medians |");
    System.out.println("| --- | --- | --- | --- |");
    for (final int size : SIZES) {
      final int iterations = Math.toIntExact(CELL_UPDATES / ((long) size * size));
      final double[] library = new double[ROUNDS];
      final double[] plain = new double[ROUNDS];
      for (int round = -1; round < ROUNDS; round++) {
        final double viaLibrary = library(size, iterations);
        final double viaLoop = plain(size, iterations);
        if (round >= 0) {
          library[round] = viaLibrary / iterations * 1e3;
          plain[round] = viaLoop / iterations * 1e3;
        }
      }
      final Sample ours = Sample.of(library);
      final Sample limit = Sample.of(plain);
      System.out.printf(
          Locale.ROOT,
          "| %d² | %s | %s | %.2f |%n",
          size,
          ours.in("ms"),
          limit.in("ms"),
          ours.median() / limit.median());
    }
  }

  /** Seconds, the start of the program and its output included, as a job has them. */
  private static double library(int size, int iterations) throws IOException {
    final Path outputs = Files.createTempDirectory("lull-bench");
    try {
      final long begin = SystemClock.INSTANCE.nanos();
      Standalone.run(
          new Jacobi(),
          Map.of("size", String.valueOf(size), "iterations", String.valueOf(iterations)),
          List.of(),
          outputs);
      return (SystemClock.INSTANCE.nanos() - begin) / 1e9;
    } finally {
      try (var files = Files.list(outputs)) {
        for (final Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(outputs);
    }
  }

  private static double plain(int size, int iterations) {
    double[] before = new double[size * size];
    double[] after = new double[size * size];
    java.util.Arrays.fill(before, 0, size, 1);
    java.util.Arrays.fill(after, 0, size, 1);
    final long begin = SystemClock.INSTANCE.nanos();
    for (int k = 0; k < iterations; k++) {
      for (int row = 1; row < size - 1; row++) {
        sweep(before, after, row * size, size);
      }
      final double[] swap = before;
      before = after;
      after = swap;
    }
    return (SystemClock.INSTANCE.nanos() - begin) / 1e9;
  }

  private static void sweep(double[] u, double[] next, int row, int size) {
    for (int c = row + 1; c < row + size - 1; c++) {
      next[c] = 0.25 * ((u[c - size] + u[c + size]) + (u[c - 1] + u[c + 1]));
    }
  }
}
