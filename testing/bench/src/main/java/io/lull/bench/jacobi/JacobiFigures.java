package io.lull.bench.jacobi;

import io.lull.bench.BenchWorkers;
import io.lull.bench.FigureDocument;
import io.lull.bench.OptionPairs;
import io.lull.bench.PeerProgram;
import io.lull.bench.Sample;
import io.lull.bench.TemporaryFolder;
import io.lull.protocol.wire.DataPlane;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The same Jacobi sweeps by two workers of one thread each and by two ranks of MPI, turn by turn;
 * and by one worker with a safe point after each sweep, and with hardly any.
 */
public final class JacobiFigures {
  public static final String USAGE =
      """
      lull bench jacobi [--sizes N,...] [--updates M] [--rounds K] [--mpi COMMAND] [--json FILE]
        --updates M     so many millions of cells are computed for a figure (default 6000)
        --sizes N,...   cells on a side (default 1000, 2000, 4000)
        --mpi COMMAND   a Jacobi on two ranks; its words are separated by spaces. It is called with --n N --iters K
                        --reps 1 and prints a line of JSON with the field s_per_iter: seconds for a sweep of N x N cells
      Each worker has a core of its own, by taskset where there is one, as if each had a machine.\
      """;

  private static final int MOST_SIZE = 1 << 14;
  private static final int MOST_ROUNDS = 100;

  /** So long that a Java machine is warm by the half of it. */
  private static final int CELL_UPDATES = 6_000;

  private static final int MOST_UPDATES = 1_000_000;

  private static final long HARDLY_ANY = 100;
  private static final String NO_TLS = "two workers";
  private static final String TLS = "two workers, TLS";
  private static final String MPI = "two ranks of MPI";
  private static final String SAFE_POINTS = "one worker";
  private static final String FEW_SAFE_POINTS = "one worker, a safe point every 100 sweeps";

  private final List<Integer> sizes;
  private final int rounds;
  private final int updates;
  private final List<String> mpi;
  private final FigureDocument document;

  private JacobiFigures(OptionPairs options) {
    sizes = options.wholes(OptionPairs.SIZES, MOST_SIZE, 1000, 2000, 4000);
    rounds = options.whole(OptionPairs.ROUNDS, MOST_ROUNDS, 5);
    updates = options.whole(OptionPairs.UPDATES, MOST_UPDATES, CELL_UPDATES);
    mpi = options.command(OptionPairs.MPI);
    document = options.document();
  }

  /**
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static JacobiFigures of(List<String> words) {
    return new JacobiFigures(
        OptionPairs.read(
            words,
            OptionPairs.SIZES,
            OptionPairs.ROUNDS,
            OptionPairs.UPDATES,
            OptionPairs.MPI,
            OptionPairs.JSON));
  }

  /** Measures and prints. */
  public void print() throws Exception {
    System.out.println("| grid | who | ms a sweep, median (least to most) | against |");
    System.out.println("| --- | --- | --- | --- |");
    for (final int size : sizes) {
      print(size);
    }
    document.write();
  }

  private void print(int size) throws Exception {
    final Map<String, List<Double>> taken = new LinkedHashMap<>();
    final DataPlane plain = BenchWorkers.plane(false);
    final DataPlane encrypted = BenchWorkers.plane(true);
    for (int round = 0; round < rounds; round++) {
      if (!mpi.isEmpty()) {
        note(taken, MPI, peer(size));
      }
      note(taken, NO_TLS, workers(2, size, 1, plain));
      note(taken, TLS, workers(2, size, 1, encrypted));
      note(taken, SAFE_POINTS, workers(1, size, 1, plain));
      note(taken, FEW_SAFE_POINTS, workers(1, size, HARDLY_ANY, plain));
    }
    taken.forEach((who, millis) -> {
      final @Nullable String base =
          switch (who) {
            case NO_TLS, TLS -> mpi.isEmpty() ? null : MPI;
            case SAFE_POINTS -> FEW_SAFE_POINTS;
            default -> null;
          };
      row(size, who, millis, base, base == null ? List.of() : taken.getOrDefault(base, List.of()));
    });
  }

  private static void note(Map<String, List<Double>> taken, String who, double seconds) {
    taken.computeIfAbsent(who, _ -> new ArrayList<>()).add(seconds * 1e3);
  }

  private void row(
      int size, String who, List<Double> millis, @Nullable String base, List<Double> baseMillis) {
    final List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < baseMillis.size(); round++) {
      ratios.add(millis.get(round) / baseMillis.get(round));
    }
    System.out.printf(
        Locale.ROOT,
        "| %d² | %s | %s | %s |%n",
        size,
        who,
        new Sample(millis).in("ms"),
        base == null
            ? "–"
            : String.format(Locale.ROOT, "%.3f of %s", new Sample(ratios).median(), base));
    final var row =
        document.row().put("size", size).put("who", who).put("ms", new Sample(millis).median());
    if (base != null) {
      row.put("against", base).put("ratio", new Sample(ratios).median());
    }
  }

  private long sweeps(int size) {
    return 1_000_000L * updates / ((long) size * size);
  }

  private double workers(int count, int size, long sweepsAnIteration, DataPlane plane)
      throws Exception {
    try (TemporaryFolder folder = TemporaryFolder.create();
        TestJob job =
            BenchWorkers.job(
                folder.path(),
                TimedJacobi.class,
                TimedJacobi.parameters(size, sweeps(size), sweepsAnIteration),
                plane,
                3L * size * size * Double.BYTES)) {
      final List<WorkerProcess> started = job.start(count);
      BenchWorkers.spread(started);
      job.begin(started);
      return Double.parseDouble(job.awaitCompleted().get(TimedJacobi.SECONDS));
    }
  }

  private double peer(int size) throws IOException, InterruptedException {
    return PeerProgram.figure(
        mpi, List.of("--n", "" + size, "--iters", "" + sweeps(size), "--reps", "1"), "s_per_iter");
  }
}
