package io.lull.bench.jacobi;

import io.lull.bench.FigureDocument;
import io.lull.bench.OptionPairs;
import io.lull.bench.PeerProgram;
import io.lull.bench.Sample;
import io.lull.bench.TemporaryFolder;
import io.lull.protocol.time.SystemClock;
import io.lull.reconfig.runtime.Standalone;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Jacobi's sweep on one worker: as a stencil, as an author's kernel, as a plain loop over two
 * arrays, and in other languages where their programs are given; turn by turn, so that whatever
 * else the machine does is everybody's.
 */
public final class KernelFigures {
  public static final String USAGE =
      """
      lull bench kernel [--c-jacobi PROGRAM] [--peer NAME=COMMAND]... [--sizes N,...] [--updates M] [--rounds K] [--json FILE]
        --updates M          so many millions of cells are computed for a figure (default 1000)
        --c-jacobi PROGRAM   a sequential Jacobi in C: the ratios' denominator
        --peer NAME=COMMAND  any other; its words are separated by spaces
      Such a program is called with --n N --iters K --reps 1, and --residual where the change is asked
      for, and prints a line of JSON with the field s_per_iter: seconds for a sweep of N x N cells.\
      """;

  private static final String C_JACOBI = "--c-jacobi";
  private static final String C = "C";
  private static final String PLAIN = "plain loop";
  private static final int CELL_UPDATES = 1_000;
  private static final int MOST_UPDATES = 1_000_000;
  private static final int LEAST_ITERATIONS = 20;
  private static final int MOST_SIZE = 10_000;
  private static final int MOST_ROUNDS = 1000;

  private final List<Integer> sizes;
  private final int rounds;
  private final int updates;
  private final Map<String, List<String>> peers = new LinkedHashMap<>();
  private final FigureDocument document;

  private KernelFigures(OptionPairs options) {
    sizes = options.wholes(OptionPairs.SIZES, MOST_SIZE, 250, 1000, 4000);
    rounds = options.whole(OptionPairs.ROUNDS, MOST_ROUNDS, 7);
    updates = options.whole(OptionPairs.UPDATES, MOST_UPDATES, CELL_UPDATES);
    final List<String> c = options.command(C_JACOBI);
    if (!c.isEmpty()) {
      peers.put(C, c);
    }
    peers.putAll(options.peers());
    document = options.document();
  }

  /**
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static KernelFigures of(List<String> words) {
    return new KernelFigures(
        OptionPairs.read(
            words,
            OptionPairs.SIZES,
            OptionPairs.ROUNDS,
            OptionPairs.UPDATES,
            C_JACOBI,
            OptionPairs.PEER,
            OptionPairs.JSON));
  }

  public void print() throws IOException, InterruptedException {
    final int cores = Runtime.getRuntime().availableProcessors();
    System.out.println(
        "| grid | change | who | ms an iteration, median (least to most) | against "
            + (peers.containsKey(C) ? C : "the plain loop")
            + " |");
    System.out.println("| --- | --- | --- | --- | --- |");
    for (final int size : sizes) {
      for (final boolean measured : List.of(false, true)) {
        print(size, measured, contestants(size, measured, cores));
      }
    }
    document.write();
  }

  /** One figure, taken once: seconds an iteration. */
  @FunctionalInterface
  private interface Contestant {
    double seconds() throws IOException, InterruptedException;
  }

  private Map<String, Contestant> contestants(int size, boolean measured, int cores) {
    final int iterations = iterations(size);
    final Map<String, Contestant> all = new LinkedHashMap<>();
    for (final SweepForm form : SweepForm.values()) {
      for (int threads = 1; threads <= cores; threads *= 2) {
        final int crew = threads;
        all.put(
            form.name().toLowerCase(Locale.ROOT) + ", threads: " + threads,
            () -> library(TimedJacobi.parameters(size, iterations, form, measured), crew));
      }
    }
    all.put(PLAIN, () -> plain(size + 2, iterations, measured));
    peers.forEach(
        (name, command) -> all.put(name, () -> peer(command, size, iterations, measured)));
    return all;
  }

  private void print(int size, boolean measured, Map<String, Contestant> contestants)
      throws IOException, InterruptedException {
    final Map<String, double[]> taken = new LinkedHashMap<>();
    for (int round = -1; round < rounds; round++) {
      for (final Map.Entry<String, Contestant> each : contestants.entrySet()) {
        final double seconds = each.getValue().seconds();
        if (round >= 0) {
          taken.computeIfAbsent(each.getKey(), _ -> new double[rounds])[round] = seconds * 1e3;
        }
      }
    }
    final double[] base =
        Objects.requireNonNull(taken.get(taken.containsKey(C) ? C : PLAIN), "everybody has run");
    taken.forEach((name, each) -> {
      final double[] ratios = new double[rounds];
      for (int round = 0; round < rounds; round++) {
        ratios[round] = each[round] / base[round];
      }
      final Sample millis = Sample.of(each);
      final double against = Sample.of(ratios).median();
      System.out.printf(
          Locale.ROOT,
          "| %d² | %s | %s | %s | %.2f |%n",
          size,
          measured ? "yes" : "no",
          name,
          millis.in("ms"),
          against);
      document
          .row()
          .put("size", size)
          .put("change", measured)
          .put("who", name)
          .put("ms", millis.median())
          .put("leastMs", millis.least())
          .put("mostMs", millis.most())
          .put("against", against);
    });
  }

  private int iterations(int size) {
    return (int) Math.max(LEAST_ITERATIONS, 1_000_000L * updates / ((long) size * size));
  }

  private static double library(Map<String, String> parameters, int threads) throws IOException {
    try (TemporaryFolder outputs = TemporaryFolder.create()) {
      final Map<String, String> results =
          Standalone.run(new TimedJacobi(), parameters, List.of(), outputs.path(), () -> threads);
      return Double.parseDouble(results.get(TimedJacobi.SECONDS));
    }
  }

  private static double peer(List<String> command, int size, int iterations, boolean measured)
      throws IOException, InterruptedException {
    final List<String> options =
        new ArrayList<>(List.of("--n", "" + size, "--iters", "" + iterations, "--reps", "1"));
    if (measured) {
      options.add("--residual");
    }
    return PeerProgram.figure(command, options, "s_per_iter");
  }

  private static double plain(int side, int iterations, boolean measured) {
    double[] before = new double[side * side];
    double[] after = new double[side * side];
    for (int c = 0; c < before.length; c++) {
      before[c] = after[c] = 1 + ((c / side * 31 + c % side * 17) & 1023) / 1024.0;
    }
    long begin = 0;
    double change = 0;
    for (int k = 0; k < 2 * iterations; k++) {
      if (k == iterations) {
        begin = SystemClock.INSTANCE.nanos();
      }
      for (int row = 1; row < side - 1; row++) {
        if (measured) {
          change = sweepMeasured(before, after, row * side, side, change);
        } else {
          sweep(before, after, row * side, side);
        }
      }
      final double[] swap = before;
      before = after;
      after = swap;
    }
    final double seconds = (SystemClock.INSTANCE.nanos() - begin) / 1e9 / iterations;
    // What nobody reads, the compiler leaves out.
    return Double.isNaN(change) ? change : seconds;
  }

  private static void sweep(double[] u, double[] next, int row, int side) {
    for (int c = row + 1; c < row + side - 1; c++) {
      next[c] = 0.25 * ((u[c - side] + u[c + side]) + (u[c - 1] + u[c + 1]));
    }
  }

  private static double sweepMeasured(double[] u, double[] next, int row, int side, double least) {
    double change = least;
    for (int c = row + 1; c < row + side - 1; c++) {
      final double value = 0.25 * ((u[c - side] + u[c + side]) + (u[c - 1] + u[c + 1]));
      change = Math.max(change, Math.abs(value - u[c]));
      next[c] = value;
    }
    return change;
  }
}
