package io.lull.cli.demo;

import io.lull.cli.Programs;
import io.lull.cli.local.LocalGrid;
import io.lull.cli.local.LocalGridFailure;
import io.lull.protocol.wire.CheckValue;
import io.lull.protocol.wire.JobView;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/**
 * The grid's result compared with that of one worker.
 *
 * @param verified equal bit for bit, including check values
 * @param maxDifference of any cell; NaN if the results cannot be compared
 * @param fault what differs; empty: nothing
 */
record Verification(boolean verified, double maxDifference, double oneWorkerSeconds, String fault) {
  private static final String SOLUTION = "solution.f64";

  /**
   * Solves the same problem in one process and compares.
   *
   * @param result folder with the job's outputs
   */
  static Verification of(LocalGrid grid, Path folder, JobView job, Path result, DemoOptions options)
      throws IOException, InterruptedException, LocalGridFailure {
    final Path alone = Files.createDirectories(folder.resolve("one-worker"));
    final int code =
        grid.run(
            Programs.Program.SOLVER,
            SingleWorkerRun.class.getName(),
            List.of(
                alone.toString(),
                String.valueOf(options.size()),
                String.valueOf(options.iterationsOrDefault())),
            "one-worker");
    if (code != 0) {
      throw new LocalGridFailure(
          "the computation on one worker failed: " + grid.lastLine("one-worker"));
    }
    final Properties values = new Properties();
    try (InputStream in = Files.newInputStream(alone.resolve(SingleWorkerRun.VALUES))) {
      values.load(in);
    }
    final double seconds = Double.parseDouble(values.getProperty(SingleWorkerRun.SECONDS));
    final Path mine = alone.resolve(SOLUTION);
    final Path theirs = result.resolve(SOLUTION);
    if (Files.size(mine) != Files.size(theirs)) {
      return new Verification(false, Double.NaN, seconds, SOLUTION + " has a different size");
    }
    final long differs = Files.mismatch(mine, theirs);
    if (differs >= 0) {
      return new Verification(
          false,
          greatestDifference(mine, theirs),
          seconds,
          SOLUTION + " differs from cell " + differs / Double.BYTES + " on");
    }
    for (final CheckValue value : job.getCheckValuesList()) {
      final String expected = values.getProperty(value.getName());
      if (!value.getValue().equals(expected)) {
        return new Verification(
            false, 0, seconds, value.getName() + " is " + value.getValue() + ", not " + expected);
      }
    }
    return job.getCheckValuesCount() == 0
        ? new Verification(false, 0, seconds, "the job reported no check values")
        : new Verification(true, 0, seconds, "");
  }

  private static double greatestDifference(Path one, Path other) throws IOException {
    double greatest = 0;
    try (DataInputStream a = open(one);
        DataInputStream b = open(other)) {
      for (long left = Files.size(one) / Double.BYTES; left > 0; left--) {
        greatest = Math.max(greatest, Math.abs(number(a) - number(b)));
      }
    }
    return greatest;
  }

  private static DataInputStream open(Path file) throws IOException {
    return new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16));
  }

  private static double number(DataInputStream in) throws IOException {
    return Double.longBitsToDouble(Long.reverseBytes(in.readLong()));
  }
}
