package io.lull.bench.forkjoin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.bench.FigureDocument;
import io.lull.bench.OptionPairs;
import io.lull.bench.PeerProgram;
import io.lull.bench.Sample;
import io.lull.bench.TemporaryFolder;
import io.lull.protocol.time.SystemClock;
import io.lull.reconfig.forkjoin.ForkJoinProgram;
import io.lull.reconfig.runtime.Standalone;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The loops of fork-join programs on one worker of one thread and of all, beside the same loops in
 * C of as many; turn by turn. An iteration is a long run less a short one, by what the long one has
 * more, so that the start and the first compilation are left out.
 */
final class LoopFigures {
  private static final String PROGRAM = "--program";
  private static final int MOST_ROUNDS = 100;

  private final Path source;
  private final int rounds;
  private final List<String> compiler;
  private final LoopProblem problem;
  private final FigureDocument document;

  private LoopFigures(OptionPairs options, Path source) {
    this.source = source;
    rounds = options.whole(OptionPairs.ROUNDS, MOST_ROUNDS, 5);
    final List<String> given = options.command(CompiledLoops.COMPILER);
    compiler = given.isEmpty() ? gcc() : given;
    problem = LoopProblem.named(options.text(PROGRAM).orElse("jacobi"));
    document = options.document();
  }

  /**
   * @param source of the same loops in C
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  static LoopFigures of(List<String> words, Path source) {
    return new LoopFigures(
        OptionPairs.read(
            words, CompiledLoops.COMPILER, OptionPairs.ROUNDS, PROGRAM, OptionPairs.JSON),
        source);
  }

  void print() throws IOException, InterruptedException {
    System.out.println(
        "| program | threads | Lull, median (least to most) | C | ratio | ratio to parallel streams"
            + " |");
    System.out.println("| --- | --- | --- | --- | --- | --- |");
    final int cores = Runtime.getRuntime().availableProcessors();
    for (int threads = 1; threads <= cores; threads *= 2) {
      try (TemporaryFolder folder = TemporaryFolder.create()) {
        print(threads, compiled(folder.path(), threads));
      }
    }
    document.write();
  }

  private static List<String> gcc() {
    final List<String> words = new ArrayList<>(List.of("gcc"));
    words.addAll(CompiledLoops.OPTIONS);
    return words;
  }

  private String compiled(Path folder, int threads) throws IOException, InterruptedException {
    final List<String> words = new ArrayList<>(compiler);
    if (threads > 1) {
      words.add("-fopenmp");
    }
    return CompiledLoops.of(words, source, folder).toString();
  }

  /** One figure, taken once: seconds of a run of so many iterations. */
  @FunctionalInterface
  private interface Contestant {
    double seconds(int times) throws IOException, InterruptedException;
  }

  private void print(int threads, String peer) throws IOException, InterruptedException {
    final Contestant own = times -> library(times, threads);
    final Contestant c =
        times ->
            PeerProgram.figure(
                List.of("env", "OMP_NUM_THREADS=" + threads, peer),
                List.of(problem.name(), "" + problem.size(), "" + Math.max(1, times)),
                "seconds");
    // The common pool has as many threads as there are cores.
    final boolean streams =
        problem.name().equals("jacobi") && threads == Runtime.getRuntime().availableProcessors();
    final double[] ownMillis = new double[rounds];
    final double[] toStreams = new double[rounds];
    final double[] cMillis = new double[rounds];
    final double[] ratios = new double[rounds];
    for (int round = -1; round < rounds; round++) {
      final double mine = millis(own);
      final double theirs = millis(c);
      final double streamed =
          streams ? millis(times -> StreamedJacobi.seconds(problem.size(), times)) : Double.NaN;
      if (round >= 0) {
        toStreams[round] = mine / streamed;
        ownMillis[round] = mine;
        cMillis[round] = theirs;
        ratios[round] = mine / theirs;
      }
    }
    final Sample mine = Sample.of(ownMillis);
    final Sample theirs = Sample.of(cMillis);
    final double ratio = Sample.of(ratios).median();
    final double toStreamed = Sample.of(toStreams).median();
    System.out.printf(
        Locale.ROOT,
        "| %s %d | %d | %s | %s | %.2f | %s |%n",
        problem.name(),
        problem.size(),
        threads,
        mine.in("ms"),
        theirs.in("ms"),
        ratio,
        streams ? String.format(Locale.ROOT, "%.2f", toStreamed) : "–");
    final ObjectNode row =
        document
            .row()
            .put("program", problem.name())
            .put("size", problem.size())
            .put("threads", threads)
            .put("ms", mine.median())
            .put("cMs", theirs.median())
            .put("ratio", ratio);
    if (streams) {
      row.put("streamsRatio", toStreamed);
    }
  }

  /** Of an iteration, or of a program that has none. */
  private double millis(Contestant contestant) throws IOException, InterruptedException {
    final double few = problem.few() == 0 ? 0 : contestant.seconds(problem.few());
    return (contestant.seconds(problem.many()) - few) * 1e3 / problem.iterations();
  }

  private double library(int times, int threads) throws IOException {
    final ForkJoinProgram program;
    try {
      program = problem.program().getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(problem.name() + " cannot be made", e);
    }
    try (TemporaryFolder outputs = TemporaryFolder.create()) {
      final long began = SystemClock.INSTANCE.nanos();
      Standalone.run(program, problem.parameters(times), List.of(), outputs.path(), () -> threads);
      return (SystemClock.INSTANCE.nanos() - began) / 1e9;
    }
  }
}
