package io.lull.bench.forkjoin;

import io.lull.bench.BenchWorkers;
import io.lull.bench.FigureDocument;
import io.lull.bench.OptionPairs;
import io.lull.bench.Sample;
import io.lull.bench.TemporaryFolder;
import io.lull.protocol.time.SystemClock;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerProcess;
import io.lull.testkit.lab.LabHosts;
import io.lull.testkit.process.Tools;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Programs of loops over shared arrays whose workers come and go, beside tables 1 to 7 of A.
 * Scherer, H. Lu, T. Gross and W. Zwaenepoel, <i>Transparent Adaptive Parallelism on NOWs using
 * OpenMP</i> (PPoPP 1999).
 */
final class LoopTables {
  private static final String TABLE = "--table";
  private static final String PROGRAM = "--program";
  private static final String TLS = "--tls";
  private static final String RATE = "--rate";
  private static final int MOST_MEGABITS = 100_000;
  private static final int MOST_ROUNDS = 100;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double BYTES_PER_MEBIBYTE = 1 << 20;

  /** A run in which changes are made must not end before them. */
  private static final int LONGER = 20;

  private static final int SPARE_MEBIBYTES = 64;

  /** Of 100 Mbit/s, what is left for data; and what a change may take beside them. */
  private static final double LIMIT_BYTES_PER_SECOND = 12e6;

  private static final double LIMIT_SECONDS = 0.25;

  /**
   * The numbers of workers in a table, one after the other; the same twice: one of them is
   * replaced.
   *
   * @param names of the changes in the paper, where these are not such as {@code 8→7}
   */
  private record Chain(List<Integer> workers, Map<String, String> names) {
    static Chain of(Integer... workers) {
      return new Chain(List.of(workers), Map.of());
    }

    private String name(int step) {
      final String change = workers.get(step) + "→" + workers.get(step + 1);
      return names.getOrDefault(change, change);
    }

    private int joiners() {
      int joiners = 0;
      for (int i = 0; i + 1 < workers.size(); i++) {
        joiners += replaced(i) + Math.max(0, workers.get(i + 1) - workers.get(i));
      }
      return joiners;
    }

    private int replaced(int step) {
      return workers.get(step).equals(workers.get(step + 1)) ? 1 : 0;
    }
  }

  /** What a kind of change took, in all rounds. */
  private static final class Taken {
    final List<Double> stopMillis = new ArrayList<>();
    final List<Double> linkBytes = new ArrayList<>();
    long bytes;
  }

  private final int table;
  private final int rounds;
  private final boolean tls;

  /** In megabits a second; 0: the workers are on one host. */
  private final int rate;

  private final List<AdaptedLoop> programs;
  private final FigureDocument document;

  private LoopTables(OptionPairs options) {
    table = options.whole(TABLE, 1, 7, 1);
    rounds = options.whole(OptionPairs.ROUNDS, MOST_ROUNDS, 3);
    tls = options.on(TLS, false);
    rate = options.whole(RATE, MOST_MEGABITS, 0);
    if (rate > 0) {
      LabHosts.unavailable()
          .or(() -> Tools.missing("tc"))
          .ifPresent(why -> {
            throw new IllegalArgumentException(RATE + " cannot be used here: " + why);
          });
    }
    final Optional<String> only =
        table == 7 ? Optional.of(options.text(PROGRAM).orElse("fft")) : options.text(PROGRAM);
    programs =
        AdaptedLoop.ALL.stream()
            .filter(each -> only.map(each.name()::equals).orElse(true))
            .toList();
    if (programs.isEmpty()) {
      throw new IllegalArgumentException(
          PROGRAM + " " + only.orElse("") + ": enter mgs, jacobi, fft, nbf, barnes or water");
    }
    document = options.document();
  }

  /** Whether these words ask for one of these tables. */
  static boolean asked(List<String> words) {
    return words.contains(TABLE);
  }

  /**
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  static LoopTables of(List<String> words) {
    return new LoopTables(
        OptionPairs.read(words, TABLE, PROGRAM, TLS, RATE, OptionPairs.ROUNDS, OptionPairs.JSON));
  }

  /** Measures and prints. */
  void print() throws Exception {
    if (table == 1) {
      System.out.println(
          "| program | workers | Lull: time | sent | writes | the paper: time | sent | messages |");
      System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- |");
    } else {
      System.out.println(
          "| program | change | Lull: the job stops, median (least to most) | moved | the busiest"
              + " link: its bytes, these at 12 MB/s and 0.25 s | the paper: delay | fetched |");
      System.out.println("| --- | --- | --- | --- | --- | --- | --- |");
    }
    for (final AdaptedLoop program : programs) {
      if (table == 1) {
        whole(program, 8);
        whole(program, 4);
      } else {
        changes(program);
      }
    }
    document.write();
  }

  private List<Chain> chains() {
    return switch (table) {
      case 2 -> List.of(new Chain(List.of(8, 7), Map.of("8→7", "leave")));
      case 3 -> List.of(new Chain(List.of(7, 8), Map.of("7→8", "join")));
      case 4 -> List.of(new Chain(List.of(8, 8), Map.of("8→8", "migrate")));
      case 5 -> List.of(Chain.of(8, 7), Chain.of(8, 6));
      case 6 -> List.of(Chain.of(7, 8), Chain.of(6, 8), Chain.of(6, 6));
      default ->
          List.of(Chain.of(6, 5, 6), Chain.of(6, 4, 6), Chain.of(4, 3, 4), Chain.of(4, 2, 4));
    };
  }

  private TestJob job(TemporaryFolder folder, AdaptedLoop program, int longer, LinkedHosts links)
      throws Exception {
    return BenchWorkers.job(
            folder.path(),
            program.program(),
            program.parameters(longer),
            BenchWorkers.plane(tls),
            (long) (program.mebibytes() + SPARE_MEBIBYTES) << 20)
        .on(links.hosts());
  }

  private LinkedHosts links(int workers) {
    return rate == 0 ? LinkedHosts.NONE : LinkedHosts.up(workers, rate);
  }

  private void whole(AdaptedLoop program, int workers) throws Exception {
    final List<Double> seconds = new ArrayList<>();
    ProcessTraffic traffic = ProcessTraffic.NONE;
    for (int round = 0; round < rounds; round++) {
      try (TemporaryFolder folder = TemporaryFolder.create();
          LinkedHosts links = links(workers);
          TestJob job = job(folder, program, 1, links)) {
        final List<WorkerProcess> first = job.start(workers);
        final ProcessTraffic before = ProcessTraffic.of(first);
        final long began = SystemClock.INSTANCE.nanos();
        job.begin(first);
        job.awaitCompleted();
        seconds.add((SystemClock.INSTANCE.nanos() - began) / NANOS_PER_SECOND);
        traffic = ProcessTraffic.of(first).since(before);
      }
    }
    final Sample taken = new Sample(seconds);
    final String paper =
        PaperLoops.whole(program.name(), workers)
            .map(found ->
                String.format(
                    Locale.ROOT,
                    "%.0f s | %.0f MB | %,d",
                    found.seconds(),
                    found.megabytes(),
                    found.messages()))
            .orElse("– | – | –");
    System.out.printf(
        Locale.ROOT,
        "| %s | %d | %.1f s (%.1f to %.1f) | %.0f MB | %,d | %s |%n",
        program.name(),
        workers,
        taken.median(),
        taken.least(),
        taken.most(),
        traffic.bytes() / 1e6,
        traffic.writes(),
        paper);
    document
        .row()
        .put("program", program.name())
        .put("workers", workers)
        .put("seconds", taken.median())
        .put("bytes", traffic.bytes())
        .put("writes", traffic.writes());
  }

  private void changes(AdaptedLoop program) throws Exception {
    final Map<String, Taken> taken = new LinkedHashMap<>();
    for (int round = 0; round < rounds; round++) {
      for (final Chain chain : chains()) {
        try (TemporaryFolder folder = TemporaryFolder.create();
            LinkedHosts links = links(chain.workers().getFirst() + chain.joiners());
            TestJob job = job(folder, program, LONGER, links)) {
          measure(job, chain, links, taken);
        }
      }
    }
    taken.forEach((change, each) -> row(program, change, each));
  }

  private static void measure(TestJob job, Chain chain, LinkedHosts links, Map<String, Taken> taken)
      throws Exception {
    List<WorkerProcess> members = job.start(chain.workers().getFirst());
    final List<WorkerProcess> joiners = new ArrayList<>(job.start(chain.joiners()));
    job.begin(members);
    for (int step = 0; step + 1 < chain.workers().size(); step++) {
      final int fewest =
          Math.min(chain.workers().get(step), chain.workers().get(step + 1)) - chain.replaced(step);
      // The last one leaves, as in the paper.
      final List<WorkerProcess> next = new ArrayList<>(members.subList(0, fewest));
      while (next.size() < chain.workers().get(step + 1)) {
        next.add(joiners.removeFirst());
      }
      final List<Long> before = links.bytes();
      final long moved = job.change(next).getBytesMoved();
      final OptionalLong busiest = links.busiestSince(before);
      final Taken all = taken.computeIfAbsent(chain.name(step), _ -> new Taken());
      all.stopMillis.add(job.cost().downtimeNanos() / 1e6);
      busiest.ifPresent(bytes -> all.linkBytes.add((double) bytes));
      all.bytes = moved;
      members = next;
    }
  }

  /** What a change is to take at most where links are slow. */
  private static String limit(Taken taken) {
    if (taken.linkBytes.isEmpty()) {
      return "–";
    }
    final double bytes = new Sample(taken.linkBytes).median();
    return String.format(
        Locale.ROOT,
        "%.1f MiB, %.0f ms",
        bytes / BYTES_PER_MEBIBYTE,
        (bytes / LIMIT_BYTES_PER_SECOND + LIMIT_SECONDS) * 1e3);
  }

  private void row(AdaptedLoop program, String change, Taken taken) {
    final Sample stop = new Sample(taken.stopMillis);
    final String paper =
        PaperLoops.event(program.name(), change)
            .map(event ->
                String.format(Locale.ROOT, "%.2f s | ", event.seconds())
                    + event
                        .mebibytes()
                        .map(size -> String.format(Locale.ROOT, "%.1f MiB", size))
                        .orElse("–"))
            .orElse("– | –");
    System.out.printf(
        Locale.ROOT,
        "| %s | %s | %s | %.1f MiB | %s | %s |%n",
        program.name(),
        change,
        stop.in("ms"),
        taken.bytes / BYTES_PER_MEBIBYTE,
        limit(taken),
        paper);
    document
        .row()
        .put("program", program.name())
        .put("change", change)
        .put("stopMs", stop.median())
        .put("linkBytes", taken.linkBytes.isEmpty() ? 0 : new Sample(taken.linkBytes).median())
        .put("bytes", taken.bytes);
  }
}
