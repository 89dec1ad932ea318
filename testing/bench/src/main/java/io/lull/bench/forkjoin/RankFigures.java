package io.lull.bench.forkjoin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.bench.BenchWorkers;
import io.lull.bench.FigureDocument;
import io.lull.bench.OptionPairs;
import io.lull.bench.PeerProgram;
import io.lull.bench.Sample;
import io.lull.bench.TemporaryFolder;
import io.lull.bench.halo.RoundTrips;
import io.lull.protocol.time.SystemClock;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerProcess;
import io.lull.testkit.process.Tools;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Programs of loops over shared arrays on several workers of one thread each, beside the same loops
 * on as many ranks of MPI; turn by turn. An iteration is a long run less a short one, in time and
 * in bytes, by what the long one has more; the short one is so long that all that is run often is
 * compiled by then.
 */
final class RankFigures {
  private static final String WORKERS = "--workers";
  private static final String PROGRAM = "--program";
  private static final String RANKS = "--ranks";
  private static final String COMPILER = "--mpicc";
  private static final String STARTER = "--mpirun";
  private static final String PCJ = "--pcj";

  /** Which of the programs there are by PCJ, too. */
  private static final Set<String> BY_PCJ = Set.of("jacobi", "fft");

  /** So many have the programs by PCJ. */
  private static final int PCJ_WORKERS = 2;

  private static final int MOST_WORKERS = 16;
  private static final int MOST_ROUNDS = 100;

  private static final String LONGER = "--longer";
  private static final int MOST_LONGER = 100;

  /** Runs are so many times as long as on one worker: their processes' code is not compiled yet. */
  private static final int WARM = 5;

  private static final long CELL_BYTES = 256L << 20;
  private static final double NANOS_PER_SECOND = 1e9;

  private static final List<String> OPEN_MPI =
      List.of(
          "mpirun --allow-run-as-root --oversubscribe --bind-to core --mca pml ob1 --mca btl tcp,self"
              .split(" "));
  private static final List<String> LOOPBACK =
      List.of("--mca btl_tcp_if_include lo --mca oob_tcp_if_include lo".split(" "));

  private enum Contestant {
    LULL,
    LULL_WITH_TLS,
    MPI,
    PCJ
  }

  /**
   * What a run takes.
   *
   * @param bytes written by all
   */
  private record Run(double seconds, double bytes) {
    static final Run NONE = new Run(0, 0);

    /** Of an iteration, by those that this run has more than another. */
    Run each(Run fewer, int iterations) {
      return new Run((seconds - fewer.seconds) / iterations, (bytes - fewer.bytes) / iterations);
    }
  }

  private static final List<Run> NOT_MEASURED = List.of(new Run(Double.NaN, Double.NaN));

  private final Path source;
  private final int workers;
  private final int rounds;
  private final int longer;
  private final Set<Contestant> contestants;
  private final List<String> pcj;
  private final List<String> compiler;
  private final List<String> starter;
  private final List<LoopProblem> problems;
  private final FigureDocument document;

  private RankFigures(OptionPairs options, Path source) {
    this.source = source;
    workers = options.whole(WORKERS, 2, MOST_WORKERS, 2);
    rounds = options.whole(OptionPairs.ROUNDS, MOST_ROUNDS, 5);
    longer = options.whole(LONGER, MOST_LONGER, WARM);
    contestants = EnumSet.of(Contestant.LULL, Contestant.LULL_WITH_TLS);
    if (options.on(RANKS, true)) {
      contestants.add(Contestant.MPI);
    }
    pcj = options.command(PCJ);
    if (!pcj.isEmpty()) {
      contestants.add(Contestant.PCJ);
    }
    compiler = new ArrayList<>(options.command(COMPILER));
    if (compiler.isEmpty()) {
      compiler.add("mpicc");
      compiler.addAll(CompiledLoops.OPTIONS);
    }
    compiler.add("-DRANKS");
    starter = new ArrayList<>(options.command(STARTER));
    if (starter.isEmpty()) {
      starter.addAll(OPEN_MPI);
      starter.addAll(LOOPBACK);
    }
    requirePeers(options);
    problems =
        options
            .text(PROGRAM)
            .map(name -> List.of(LoopProblem.named(name)))
            .orElseGet(() ->
                Stream.concat(LoopProblem.ALL.stream(), Stream.of(LoopProblem.EMPTY)).toList());
    document = options.document();
  }

  /** Says before anything is measured which peer there cannot be. */
  private void requirePeers(OptionPairs options) {
    if (contestants.contains(Contestant.PCJ) && workers != PCJ_WORKERS) {
      throw new IllegalArgumentException(
          PCJ + " is for two workers: enter " + WORKERS + " 2, or leave " + PCJ + " out");
    }
    if (contestants.contains(Contestant.MPI)
        && options.command(COMPILER).isEmpty()
        && options.command(STARTER).isEmpty()) {
      Tools.missing(compiler.getFirst(), starter.getFirst())
          .ifPresent(why -> {
            throw new IllegalArgumentException(
                "there are no ranks of MPI here: "
                    + why
                    + "; install Open MPI, or enter "
                    + RANKS
                    + " off");
          });
    }
  }

  /** Whether these words ask for this. */
  static boolean asked(List<String> words) {
    return words.contains(WORKERS);
  }

  /**
   * @param source of the same loops in C
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  static RankFigures of(List<String> words, Path source) {
    return new RankFigures(
        OptionPairs.read(
            words,
            WORKERS,
            PROGRAM,
            RANKS,
            COMPILER,
            STARTER,
            PCJ,
            LONGER,
            OptionPairs.ROUNDS,
            OptionPairs.JSON),
        source);
  }

  /** Measures and prints. */
  void print() throws Exception {
    System.out.println(
        "| program | Lull, median (least to most) | with TLS | MPI | Lull / MPI | with TLS |"
            + " bytes | MPI's | ratio | PCJ | PCJ / Lull |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    try (TemporaryFolder folder = TemporaryFolder.create()) {
      final Path peer =
          contestants.contains(Contestant.MPI)
              ? CompiledLoops.of(compiler, source, folder.path())
              : folder.path();
      for (final LoopProblem problem : problems) {
        print(problem, peer);
      }
    }
    System.out.printf(
        Locale.ROOT,
        "A round trip of 8 bytes through raw sockets: %.4f ms%n",
        2e3 * RoundTrips.halfOfRawSockets());
    document.write();
  }

  private void print(LoopProblem problem, Path peer) throws Exception {
    // The first one writes an archive of classes, which is no part of what it sends.
    run(Contestant.LULL, problem, peer, 1);
    final Map<Contestant, List<Run>> taken = new EnumMap<>(Contestant.class);
    for (int round = 0; round < rounds; round++) {
      for (final Contestant contestant : contestants) {
        if (contestant == Contestant.PCJ && !BY_PCJ.contains(problem.name())) {
          continue;
        }
        final Run many = run(contestant, problem, peer, problem.many() + problem.iterations());
        final Run few =
            problem.few() == 0 ? Run.NONE : run(contestant, problem, peer, problem.many());
        final int iterations = problem.few() == 0 ? 1 : problem.iterations() * longer;
        taken.computeIfAbsent(contestant, _ -> new ArrayList<>()).add(many.each(few, iterations));
      }
    }
    row(problem, taken);
  }

  private void row(LoopProblem problem, Map<Contestant, List<Run>> taken) {
    final List<Run> own = taken.getOrDefault(Contestant.LULL, List.of());
    final List<Run> encrypted = taken.getOrDefault(Contestant.LULL_WITH_TLS, List.of());
    final List<Run> mpi = taken.getOrDefault(Contestant.MPI, NOT_MEASURED);
    final List<Run> byPcj = taken.getOrDefault(Contestant.PCJ, NOT_MEASURED);
    final double ratio = ratio(own, mpi);
    final double encryptedRatio = ratio(encrypted, mpi);
    final double bytes = bytes(own);
    final double mpiBytes = bytes(mpi);
    System.out.printf(
        Locale.ROOT,
        "| %s %d | %s | %s | %s | %s | %s | %,.0f | %s | %s | %s | %s |%n",
        problem.name(),
        problem.size(),
        millis(own).in("ms"),
        millis(encrypted).in("ms"),
        told("%s", millis(mpi).in("ms"), mpi),
        told("%.2f", ratio, mpi),
        told("%.2f", encryptedRatio, mpi),
        bytes,
        told("%,.0f", mpiBytes, mpi),
        told("%.3f", bytes / mpiBytes, mpi),
        told("%s", millis(byPcj).in("ms"), byPcj),
        told("%.2f", ratio(byPcj, own), byPcj));
    final ObjectNode row =
        document
            .row()
            .put("program", problem.name())
            .put("size", problem.size())
            .put("workers", workers)
            .put("ms", millis(own).median())
            .put("tlsMs", millis(encrypted).median())
            .put("bytes", bytes);
    if (!mpi.equals(NOT_MEASURED)) {
      row.put("mpiMs", millis(mpi).median())
          .put("mpiBytes", mpiBytes)
          .put("ratio", ratio)
          .put("tlsRatio", encryptedRatio);
    }
    if (!byPcj.equals(NOT_MEASURED)) {
      row.put("pcjMs", millis(byPcj).median());
    }
  }

  /** As a format says, where there is a peer that was measured. */
  private static String told(String format, Object figure, List<Run> peer) {
    return peer.equals(NOT_MEASURED) ? "–" : String.format(Locale.ROOT, format, figure);
  }

  private static Sample millis(List<Run> runs) {
    return new Sample(runs.stream().map(run -> run.seconds() * 1e3).toList());
  }

  private static double bytes(List<Run> runs) {
    return new Sample(runs.stream().map(Run::bytes).toList()).median();
  }

  private static double ratio(List<Run> own, List<Run> others) {
    final List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < Math.min(own.size(), others.size()); round++) {
      ratios.add(own.get(round).seconds() / others.get(round).seconds());
    }
    return new Sample(ratios).median();
  }

  private Run run(Contestant contestant, LoopProblem problem, Path peer, int times)
      throws Exception {
    final int inAll = problem.timesName().isEmpty() ? times : times * longer;
    return switch (contestant) {
      case LULL -> library(problem, inAll, false);
      case LULL_WITH_TLS -> library(problem, inAll, true);
      case MPI -> {
        final List<String> command = new ArrayList<>(starter);
        command.addAll(List.of("-n", "" + workers, peer.toString()));
        yield peer(command, problem, inAll);
      }
      case PCJ -> {
        final List<String> command = new ArrayList<>(pcj);
        command.add("" + workers);
        yield peer(command, problem, inAll);
      }
    };
  }

  private Run library(LoopProblem problem, int times, boolean tls) throws Exception {
    try (TemporaryFolder folder = TemporaryFolder.create();
        TestJob job =
            BenchWorkers.unrehearsedJob(
                folder.path(),
                problem.program(),
                problem.parameters(times),
                BenchWorkers.plane(tls),
                CELL_BYTES)) {
      final List<WorkerProcess> members = job.start(workers);
      BenchWorkers.spread(members);
      final ProcessTraffic before = ProcessTraffic.of(members);
      final long began = SystemClock.INSTANCE.nanos();
      job.begin(members);
      job.awaitCompleted();
      final double seconds = (SystemClock.INSTANCE.nanos() - began) / NANOS_PER_SECOND;
      return new Run(seconds, ProcessTraffic.of(members).since(before).bytes());
    }
  }

  private static Run peer(List<String> command, LoopProblem problem, int times) throws Exception {
    final JsonNode told =
        PeerProgram.figures(
            command, List.of(problem.name(), "" + problem.size(), "" + times), "seconds");
    return new Run(told.path("seconds").asDouble(), told.path("bytes").asDouble());
  }
}
