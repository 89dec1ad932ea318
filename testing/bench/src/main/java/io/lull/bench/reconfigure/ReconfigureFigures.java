package io.lull.bench.reconfigure;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.bench.BenchWorkers;
import io.lull.bench.FigureDocument;
import io.lull.bench.LowerBounds;
import io.lull.bench.OptionPairs;
import io.lull.bench.PeerProgram;
import io.lull.bench.Sample;
import io.lull.bench.TemporaryFolder;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.Prepared;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Eight worker processes of a square grid become four, seven, or others, and eight again, all
 * workers waiting ready on this machine.
 */
public final class ReconfigureFigures {
  public static final String USAGE =
      """
      lull bench reconfigure [--sizes N,...] [--rounds K] [--between P:Q] [--pause MILLIS] [--tls on|off] [--mpi COMMAND] [--json FILE]
        --between P:Q   only changes from P workers to Q and back, instead of those between eight, seven and four
        --pause MILLIS  each worker sleeps so long in each iteration, so that the processor time of those whose data stays
                        where it is can be told from their computing
        --mpi COMMAND   a program that moves the same cells under MPI; its words are separated by spaces. It is called
                        with --n N --plan 8-4, 4-8, 8-7, 7-8 or migrate-8, --shape block and --reps K, on nine processes,
                        and prints a line of JSON with the fields s (seconds) and moved_bytes; not with --between\
      """;

  private static final String TLS = "--tls";
  private static final String BETWEEN = "--between";
  private static final String PAUSE = "--pause";
  private static final int WORKERS = 8;
  private static final int MOST_SIZE = 1 << 14;
  private static final int MOST_ROUNDS = 1000;
  private static final int MOST_PAUSE_MILLIS = 1000;

  /** Those that the MPI program knows, in the order of a round. */
  private static final List<Change> EIGHT =
      List.of(
          new Change("8-4", 8, 4),
          new Change("4-8", 4, 8),
          new Change("8-7", 8, 7),
          new Change("7-8", 7, 8),
          new Change("migrate-8", 8, 8));

  /** From so many workers to so many; to as many: one is replaced. */
  private record Change(String word, int from, int to) {
    private static final Pattern WRITTEN = Pattern.compile("([1-9]\\d*):([1-9]\\d*)");

    /**
     * @throws IllegalArgumentException with one line
     */
    static List<Change> between(String written) {
      final Matcher numbers = WRITTEN.matcher(written);
      if (numbers.matches()) {
        final int one = Integer.parseInt(numbers.group(1));
        final int other = Integer.parseInt(numbers.group(2));
        if (one != other && Math.max(one, other) <= WORKERS) {
          return List.of(
              new Change(one + "-" + other, one, other), new Change(other + "-" + one, other, one));
        }
      }
      throw new IllegalArgumentException(
          BETWEEN
              + " "
              + written
              + " cannot be used: two different numbers from 1 to "
              + WORKERS
              + ", such as 2:3");
    }

    List<WorkerProcess> next(TestJob job) throws Exception {
      final List<WorkerProcess> members = List.copyOf(job.members());
      if (to == from - 1) {
        return members.subList(1, from);
      }
      return to < from
          ? members.subList(0, to)
          : to == from
              ? with(members.subList(1, from), job.start(1))
              : with(members, job.start(to - from));
    }

    private static List<WorkerProcess> with(List<WorkerProcess> some, List<WorkerProcess> more) {
      return Stream.concat(some.stream(), more.stream()).toList();
    }
  }

  private final List<Integer> sizes;
  private final List<Change> changes;
  private final int rounds;
  private final int pauseMillis;
  private final boolean tls;
  private final List<String> mpi;
  private final FigureDocument document;

  /** All that was measured of one kind of change of one grid. */
  private static final class Taken {
    private final List<Double> moveMillis = new ArrayList<>();
    private final List<Double> downtimeMillis = new ArrayList<>();
    private final List<Double> beyondMillis = new ArrayList<>();

    /** By a plain socket, as many bytes as were moved. */
    private final List<Double> sendMillis = new ArrayList<>();

    /** Of a change with new workers: from its decision, before they are started, to its end. */
    private final List<Double> decisionMillis = new ArrayList<>();

    /** Processor time of workers of which nothing was moved. */
    private final List<Double> bystanderMillis = new ArrayList<>();

    private long bytesMoved;
    private long bytesLeast;
  }

  private ReconfigureFigures(OptionPairs options) {
    sizes = options.wholes(OptionPairs.SIZES, MOST_SIZE, 1024, 2048, 3072, 8192);
    rounds = options.whole(OptionPairs.ROUNDS, MOST_ROUNDS, 5);
    pauseMillis = options.whole(PAUSE, MOST_PAUSE_MILLIS, 0);
    tls = options.on(TLS, false);
    changes = options.text(BETWEEN).map(Change::between).orElse(EIGHT);
    mpi = options.command(OptionPairs.MPI);
    if (options.text(BETWEEN).isPresent() && !mpi.isEmpty()) {
      throw new IllegalArgumentException(
          "--mpi cannot be used with " + BETWEEN + ": leave out one of them");
    }
    document = options.document();
  }

  /**
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static ReconfigureFigures of(List<String> words) {
    return new ReconfigureFigures(
        OptionPairs.read(
            words,
            OptionPairs.SIZES,
            OptionPairs.ROUNDS,
            BETWEEN,
            PAUSE,
            TLS,
            OptionPairs.MPI,
            OptionPairs.JSON));
  }

  /** Measures and prints. */
  public void print() throws Exception {
    System.out.println(
        "| grid | change | MiB moved, of the least | move, median (least to most) | against MPI |"
            + " against the socket | downtime beyond the move (99 % within) | with starting new"
            + " workers | processor time of a worker that moves nothing |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (final int size : sizes) {
      final Map<Change, Taken> taken = new LinkedHashMap<>();
      measure(size, taken);
      for (final Map.Entry<Change, Taken> each : taken.entrySet()) {
        row(size, each.getKey(), each.getValue());
      }
    }
    document.write();
  }

  private void measure(int size, Map<Change, Taken> taken) throws Exception {
    try (TemporaryFolder folder = TemporaryFolder.create();
        TestJob job =
            BenchWorkers.job(
                folder.path(),
                StandingGrid.class,
                Map.of(
                    StandingGrid.SIZE, String.valueOf(size),
                    StandingGrid.PAUSE, String.valueOf(pauseMillis)),
                BenchWorkers.plane(tls),
                2L * size * size * Double.BYTES)) {
      job.begin(job.start(changes.getFirst().from()));
      final Bystanders bystanders = new Bystanders(job);
      // The first round finds code that was never run.
      for (int round = -1; round < rounds; round++) {
        for (final Change plan : changes) {
          final int before = job.workers().size();
          final long decidedNanos = SystemClock.INSTANCE.nanos();
          final List<WorkerProcess> next = plan.next(job);
          final boolean started = job.workers().size() > before;
          if (pauseMillis > 0) {
            bystanders.watch();
          }
          final Prepared prepared = job.change(next);
          final double millis = (SystemClock.INSTANCE.nanos() - decidedNanos) / 1e6;
          final List<Double> bystanderMillis =
              pauseMillis > 0 ? bystanders.millis(prepared, job.cost().downtimeNanos()) : List.of();
          if (round >= 0) {
            final Taken all = taken.computeIfAbsent(plan, _ -> new Taken());
            final double move = (job.cost().prepareNanos() + job.cost().moveNanos()) / 1e6;
            final double downtime = job.cost().downtimeNanos() / 1e6;
            all.moveMillis.add(move);
            all.downtimeMillis.add(downtime);
            all.beyondMillis.add(downtime - move);
            all.sendMillis.add(LowerBounds.sendMillis(job.cost().sentBytes()));
            if (started && pauseMillis == 0) {
              all.decisionMillis.add(millis);
            }
            all.bystanderMillis.addAll(bystanderMillis);
            all.bytesMoved = job.cost().sentBytes();
            all.bytesLeast = prepared.getBytesLeast();
          }
        }
      }
    }
  }

  private void row(int size, Change plan, Taken taken) throws IOException, InterruptedException {
    final Sample move = new Sample(taken.moveMillis);
    final Sample beyond = new Sample(taken.beyondMillis);
    final double sendMillis = new Sample(taken.sendMillis).median();
    final double peerMillis = mpi.isEmpty() ? Double.NaN : peerMillis(size, plan);
    System.out.printf(
        Locale.ROOT,
        "| %d² | %s | %.1f, %.3f | %s | %s | %.2f (%.1f ms) | %.1f ms (%.1f) | %s | %s |%n",
        size,
        plan.word(),
        taken.bytesMoved / 1048576.0,
        (double) taken.bytesMoved / taken.bytesLeast,
        move.in("ms"),
        mpi.isEmpty()
            ? "–"
            : String.format(Locale.ROOT, "%.2f (%.1f ms)", move.median() / peerMillis, peerMillis),
        move.median() / sendMillis,
        sendMillis,
        beyond.median(),
        beyond.percentile(0.99),
        inMillis(taken.decisionMillis),
        inMillis(taken.bystanderMillis));
    final ObjectNode row = document.row();
    row.put("size", size).put("change", plan.word());
    row.put("bytesMoved", taken.bytesMoved).put("bytesLeast", taken.bytesLeast);
    row.put("moveMs", move.median()).put("leastMs", move.least()).put("mostMs", move.most());
    row.put("downtimeMs", new Sample(taken.downtimeMillis).median());
    row.put("beyondMs", beyond.median()).put("beyond99Ms", beyond.percentile(0.99));
    row.put("socketMs", sendMillis);
    if (!taken.decisionMillis.isEmpty()) {
      row.put("withStartingMs", new Sample(taken.decisionMillis).median());
    }
    if (!taken.bystanderMillis.isEmpty()) {
      row.put("bystanderCpuMs", new Sample(taken.bystanderMillis).median());
    }
    if (!mpi.isEmpty()) {
      row.put("mpiMs", peerMillis);
    }
  }

  private static String inMillis(List<Double> values) {
    return values.isEmpty() ? "–" : new Sample(values).in("ms");
  }

  private double peerMillis(int size, Change plan) throws IOException, InterruptedException {
    return 1e3
        * PeerProgram.figure(
            mpi,
            List.of(
                "--n", "" + size, "--plan", plan.word(), "--shape", "block", "--reps", "" + rounds),
            "s");
  }
}
