package io.lull.bench.checkpoint;

import io.lull.bench.FigureDocument;
import io.lull.bench.OptionPairs;
import io.lull.bench.Sample;
import io.lull.bench.grid.Pause;
import io.lull.bench.jacobi.StampedJacobi;
import io.lull.protocol.time.SystemClock;
import io.lull.testkit.job.WorkerProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * What checkpoints take from a job's computing: one job, whose time is cut into equal windows, of
 * which every other one begins with a checkpoint.
 */
public final class OverheadFigures {
  public static final String USAGE =
      """
      lull bench overhead [--sizes N,...] [--workers N] [--interval SECONDS] [--rounds K] [--tls on|off] [--json FILE]
        --sizes N,...        cells on a side of the job's square of doubles (default 8192: 512 MiB)
        --workers N          processes of one thread each (default 2)
        --interval SECONDS   how long each window is (default 60: a checkpoint a minute); with shorter ones the cost of
                             a minute with one checkpoint is worked out from what one checkpoint cost
        --rounds K           so many windows with a checkpoint, and as many without (default 5)
        --tls on|off         whether the workers' connections are encrypted (default on)\
      """;

  private static final String WORKERS = "--workers";
  private static final String INTERVAL = "--interval";
  private static final String TLS = "--tls";
  private static final int MOST_SIZE = 1 << 14;
  private static final int MOST_WORKERS = 16;
  private static final int MOST_SECONDS = 3600;
  private static final int MOST_ROUNDS = 100;
  private static final double SECONDS_A_MINUTE = 60;
  private static final double TARGET_PERCENT = 2;
  private static final double PERCENT = 100;

  private final List<Integer> sizes;
  private final int workers;
  private final int seconds;
  private final int rounds;
  private final boolean tls;
  private final FigureDocument document;

  /** Equal parts of the job's time, by the machine's monotonic clock. */
  private record Window(long fromNanos, long toNanos) {
    double seconds() {
      return (toNanos - fromNanos) / 1e9;
    }

    /** How many sweeps were made in it, of the first and the last one a part. */
    double sweeps(long[] stamps) {
      return at(stamps, toNanos) - at(stamps, fromNanos);
    }

    private static double at(long[] stamps, long nanos) {
      int next = 0;
      while (next < stamps.length && stamps[next] <= nanos) {
        next++;
      }
      if (next == 0 || next == stamps.length) {
        throw new IllegalStateException("no sweep ended before or after the time");
      }
      final double part = (nanos - stamps[next - 1]) / (double) (stamps[next] - stamps[next - 1]);
      return next - 1 + part;
    }
  }

  /** A window with a checkpoint and its neighbour without. */
  private record Pair(Window without, Window with) {}

  private OverheadFigures(OptionPairs options) {
    sizes = options.wholes(OptionPairs.SIZES, MOST_SIZE, 8192);
    workers = options.whole(WORKERS, 2, MOST_WORKERS, 2);
    seconds = options.whole(INTERVAL, MOST_SECONDS, (int) SECONDS_A_MINUTE);
    rounds = options.whole(OptionPairs.ROUNDS, MOST_ROUNDS, 5);
    tls = options.on(TLS, true);
    document = options.document();
  }

  /**
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static OverheadFigures of(List<String> words) {
    return new OverheadFigures(
        OptionPairs.read(
            words,
            OptionPairs.SIZES,
            WORKERS,
            INTERVAL,
            OptionPairs.ROUNDS,
            TLS,
            OptionPairs.JSON));
  }

  /** Measures and prints. */
  public void print() throws Exception {
    System.out.println(
        "| grid | ms a sweep without, median (least to most) | with one in "
            + seconds
            + " s | one checkpoint takes | of a minute | target |");
    System.out.println("| --- | --- | --- | --- | --- | --- |");
    for (final int size : sizes) {
      try (KeptJob job = KeptJob.start(size, workers, workers, tls)) {
        row(size, job, measure(job));
      }
    }
    document.write();
  }

  private List<Pair> measure(KeptJob job) throws Exception {
    // The first checkpoint of a job finds code that was never run, however long that takes.
    job.keep();
    window(job, false);
    final List<Pair> pairs = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      // In turn, so that whatever changes in the course of the run is nobody's advantage.
      final boolean first = round % 2 == 0;
      final Window one = window(job, first);
      final Window other = window(job, !first);
      pairs.add(first ? new Pair(other, one) : new Pair(one, other));
    }
    // A last sweep ends after the last window.
    window(job, false);
    return pairs;
  }

  private Window window(KeptJob job, boolean withCheckpoint) throws Exception {
    final long begin = SystemClock.INSTANCE.nanos();
    final long end = begin + TimeUnit.SECONDS.toNanos(seconds);
    if (withCheckpoint) {
      job.keep();
      if (SystemClock.INSTANCE.nanos() > end) {
        throw new IOException(
            "a checkpoint takes longer than "
                + seconds
                + " s until it is durable: choose a longer --interval");
      }
    }
    Pause.until(end);
    return new Window(begin, end);
  }

  private void row(int size, KeptJob job, List<Pair> pairs) throws IOException {
    final WorkerProcess worker = job.job().members().getFirst();
    final long[] stamps = StampedJacobi.stamps(worker.folder().resolve("log.txt"));
    final List<Double> without = new ArrayList<>();
    final List<Double> with = new ArrayList<>();
    final List<Double> lost = new ArrayList<>();
    for (final Pair pair : pairs) {
      final double usual = pair.without().sweeps(stamps);
      final double fewer = pair.with().sweeps(stamps);
      without.add(pair.without().seconds() / usual * 1e3);
      with.add(pair.with().seconds() / fewer * 1e3);
      lost.add(pair.with().seconds() * (1 - fewer / usual));
    }
    final Sample cost = new Sample(lost);
    final double percent = cost.median() / SECONDS_A_MINUTE * PERCENT;
    System.out.printf(
        Locale.ROOT,
        "| %d² | %s | %s | %s | %.2f %% | < %.0f %%: %s |%n",
        size,
        new Sample(without).in("ms"),
        new Sample(with).in("ms"),
        cost.in("s"),
        percent,
        TARGET_PERCENT,
        percent < TARGET_PERCENT ? "met" : "missed");
    if (job.agentsCopies() > 0) {
      System.out.printf(
          "(%d copies were not sent by the workers in time, and copied as agents do)%n",
          job.agentsCopies());
    }
    document
        .row()
        .put("size", size)
        .put("workers", workers)
        .put("intervalSeconds", seconds)
        .put("withoutMs", new Sample(without).median())
        .put("withMs", new Sample(with).median())
        .put("lostSeconds", cost.median())
        .put("lostSecondsLeast", cost.least())
        .put("lostSecondsMost", cost.most())
        .put("percentOfAMinute", percent)
        .put("targetPercent", TARGET_PERCENT)
        .put("copiesByAgents", job.agentsCopies());
  }
}
