package io.lull.bench.halo;

import io.lull.bench.FigureDocument;
import io.lull.bench.LowerBounds;
import io.lull.bench.OptionPairs;
import io.lull.bench.Sample;
import io.lull.bench.VarianceAnalysis;
import io.lull.bench.message.FileMove;
import io.lull.bench.message.SlowedPrograms;
import io.lull.bench.message.TaskMove;
import io.lull.reconfig.comm.PeerSecurity;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Table 2 and figure 4 of B. Overeinder, P. Sloot, R. Heederik and L. Hertzberger, <i>A Dynamic
 * Load Balancing System for Parallel Cluster Computing</i> (1996): what it costs that messages find
 * tasks wherever these are, and what a move costs.
 */
public final class TaskFigures {
  public static final String USAGE =
      """
      lull bench tasks [--sizes BYTES,...] [--observations K] [--round-trips N] [--moves MIB,...] [--rounds K] [--json FILE]
      lull bench tasks --programs NAME,... [--rounds K] [--json FILE]
        --sizes BYTES,...  of a message (default 1 B and the powers of two from 4 B to 1 MiB, as the paper)
        --observations K   of each size and each of both, turn by turn (default 30)
        --round-trips N    at most so many make an observation, which is their median (default 1000)
        --moves MIB,...    what a task takes along that moves (default 1, 4, 16, 64, 256)
        --rounds K         so many moves of each, or runs (default 7)
        --programs NAME,...  instead: ep, ft, mg, cg, anneal and phold on two workers, one of which has half of its core, once
                           with tasks that move and once with tasks that stay: tables 4 and 5 of the paper
      The bare link is that between two workers' own threads. The F-test is the paper's: where its p is below 0.05, the
      difference is more than chance. A move by file goes from process to process, as a job that is suspended and resumed.\
      """;

  private static final String OBSERVATIONS = "--observations";
  private static final String ROUND_TRIPS = "--round-trips";
  private static final String MOVE_SIZES = "--moves";
  private static final String PROGRAMS = "--programs";
  private static final int MOST_BYTES = 64 << 20;
  private static final int MOST_MEBIBYTES = 256;
  private static final int MOST = 10_000;

  /** So much is sent for one observation, if that is fewer round trips. */
  private static final long BATCH_BYTES = 32L << 20;

  private static final int LEAST_COUNT = 5;
  private static final int WARM = 2;

  /** A move is to cost no more than this, of what its bytes take by a socket. */
  private static final double MOST_OF_SOCKET = 1.5;

  private static final double MOVE_MILLIS = 10;

  /** Likewise by file, of what its bytes take to a disk and from it. */
  private static final double MOST_OF_DISK = 1.3;

  /** What DynamicPVM took beyond PVM, in per cent, by the sizes of the paper's table 2. */
  private static final double[] PAPER = {
    4.8, 5.6, 6.7, 6.4, 8.7, 6.7, 8.6, 6.0, 7.8, 6.7, 7.5, 6.4, 5.2, 3.9, 4.1, 4.5, 4.2, 4.7, 4.2,
    3.9
  };

  private static final List<Integer> PAPER_SIZES = paperSizes();

  private final List<Integer> sizes;
  private final int observations;
  private final int roundTrips;
  private final List<Integer> moves;
  private final int rounds;
  private final FigureDocument document;
  private final Optional<SlowedPrograms> programs;

  private static List<Integer> paperSizes() {
    final List<Integer> sizes = new ArrayList<>(List.of(1));
    for (int size = 4; size <= 1 << 20; size *= 2) {
      sizes.add(size);
    }
    return List.copyOf(sizes);
  }

  private TaskFigures(OptionPairs options) {
    sizes = options.wholes(OptionPairs.SIZES, MOST_BYTES, PAPER_SIZES.toArray(Integer[]::new));
    observations = options.whole(OBSERVATIONS, 2, MOST, 30);
    roundTrips = options.whole(ROUND_TRIPS, MOST, 1000);
    moves = options.wholes(MOVE_SIZES, MOST_MEBIBYTES, 1, 4, 16, 64, 256);
    rounds = options.whole(OptionPairs.ROUNDS, MOST, 7);
    document = options.document();
    programs =
        options
            .text(PROGRAMS)
            .map(names -> new SlowedPrograms(List.of(names.split(",", -1)), rounds, document));
  }

  /**
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static TaskFigures of(List<String> words) {
    return new TaskFigures(
        OptionPairs.read(
            words,
            OptionPairs.SIZES,
            OBSERVATIONS,
            ROUND_TRIPS,
            MOVE_SIZES,
            PROGRAMS,
            OptionPairs.ROUNDS,
            OptionPairs.JSON));
  }

  /** Measures and prints. */
  public void print() throws Exception {
    if (programs.isPresent()) {
      programs.get().print();
      document.write();
      return;
    }
    messages();
    System.out.println();
    System.out.println(
        "| a task of | order to arrival, median (least to most) | its bytes by a socket | target"
            + " | by file | its bytes written, on the disk, and read | target |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- |");
    for (final int mebibytes : moves) {
      move(mebibytes);
    }
    document.write();
  }

  private void messages() throws IOException, InterruptedException {
    System.out.println(
        "| bytes | bare link, mean | tasks, mean | beyond the link | F | p | paper's tasks beyond"
            + " PVM |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- |");
    final List<Double> beyond = new ArrayList<>();
    try (Contestant link = LinkContestant.start("bare link", "plain");
        Contestant tasks = TaskContestant.start("tasks", PingTask.REMOTE, "plain")) {
      for (final int size : sizes) {
        beyond.add(message(size, link, tasks));
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%nBeyond the link: %.1f %% on average, %.1f %% at most; the paper has 5.8 %% and 8.7"
            + " %%.%n",
        100 * new Sample(beyond).mean(),
        100 * new Sample(beyond).most());
  }

  private double message(int size, Contestant link, Contestant tasks)
      throws IOException, InterruptedException {
    final int count = Math.clamp(BATCH_BYTES / size, LEAST_COUNT, roundTrips);
    final double[] bare = new double[observations];
    final double[] own = new double[observations];
    for (int i = -WARM; i < observations; i++) {
      final double first = link.halfRoundTrip(size, count) * 1e6;
      final double second = tasks.halfRoundTrip(size, count) * 1e6;
      if (i >= 0) {
        bare[i] = first;
        own[i] = second;
      }
    }
    final Sample linkMicros = Sample.of(bare);
    final Sample taskMicros = Sample.of(own);
    final VarianceAnalysis test = VarianceAnalysis.of(List.of(linkMicros, taskMicros));
    final double beyond = taskMicros.mean() / linkMicros.mean() - 1;
    final int paper = PAPER_SIZES.indexOf(size);
    System.out.printf(
        Locale.ROOT,
        "| %d | %.3g µs | %.3g µs | %.1f %% | %.1f | %.3f | %s |%n",
        size,
        linkMicros.mean(),
        taskMicros.mean(),
        100 * beyond,
        test.f(),
        test.probability(),
        paper < 0 ? "–" : PAPER[paper] + " %");
    document
        .row()
        .put("bytes", size)
        .put("linkMicros", linkMicros.mean())
        .put("taskMicros", taskMicros.mean())
        .put("beyond", beyond)
        .put("f", test.f())
        .put("p", test.probability());
    return beyond;
  }

  private void move(int mebibytes) throws Exception {
    final long bytes = (long) mebibytes << 20;
    final double[] millis = new double[rounds];
    final double[] socket = new double[rounds];
    try (TaskMove task = TaskMove.start(bytes, PeerSecurity.plain())) {
      for (int round = -WARM; round < rounds; round++) {
        final double moved = task.millis();
        final double sent = LowerBounds.sendMillis(bytes);
        if (round >= 0) {
          millis[round] = moved;
          socket[round] = sent;
        }
      }
    }
    final double[] byFile = new double[rounds];
    final double[] disk = new double[rounds];
    try (FileMove task = FileMove.start(mebibytes)) {
      for (int round = -WARM; round < rounds; round++) {
        final double moved = task.millis();
        final double written =
            LowerBounds.writeMillis(task.folder(), bytes)
                + LowerBounds.readMillis(task.folder(), bytes);
        if (round >= 0) {
          byFile[round] = moved;
          disk[round] = written;
        }
      }
    }
    final Sample moved = Sample.of(millis);
    final Sample sent = Sample.of(socket);
    final Sample filed = Sample.of(byFile);
    final Sample written = Sample.of(disk);
    final double target = MOST_OF_SOCKET * sent.median() + MOVE_MILLIS;
    final double fileTarget = MOST_OF_DISK * written.median() + MOVE_MILLIS;
    System.out.printf(
        Locale.ROOT,
        "| %d MiB | %s | %s | ≤ %.1f ms: %s | %s | %s | ≤ %.1f ms: %s |%n",
        mebibytes,
        moved.in("ms"),
        sent.in("ms"),
        target,
        moved.median() <= target ? "met" : "missed",
        filed.in("ms"),
        written.in("ms"),
        fileTarget,
        filed.median() <= fileTarget ? "met" : "missed");
    document
        .row()
        .put("mebibytes", mebibytes)
        .put("moveMs", moved.median())
        .put("socketMs", sent.median())
        .put("targetMs", target)
        .put("fileMs", filed.median())
        .put("diskMs", written.median())
        .put("fileTargetMs", fileTarget);
  }
}
