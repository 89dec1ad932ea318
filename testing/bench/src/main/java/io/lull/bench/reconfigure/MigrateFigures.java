package io.lull.bench.reconfigure;

import io.lull.bench.BenchWorkers;
import io.lull.bench.FigureDocument;
import io.lull.bench.LowerBounds;
import io.lull.bench.OptionPairs;
import io.lull.bench.Sample;
import io.lull.bench.TemporaryFolder;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.Progress;
import io.lull.testkit.job.ChangePhase;
import io.lull.testkit.job.MeasuredChange;
import io.lull.testkit.job.MoveMethod;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerProcess;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * The second of two worker processes is replaced by a third, again and again: by turns while all
 * stand still, and with what is seldom written copied before.
 */
public final class MigrateFigures {
  public static final String USAGE =
      """
      lull bench migrate [--sizes N,...] [--read R] [--rounds K] [--tls on|off] [--json FILE]
      A job of two workers with a grid of N² doubles that it only reads, and one of 1/R of that (default 1/16) which it writes in
      every iteration. One worker is replaced by one that waits ready, by turns with each method. "lead" is from the decision to
      the order, with all links made and the copies sent; "downtime" how long the worker that stood longest did not compute;
      "later" how much later the job is some iterations afterwards than one that goes on at its pace.\
      """;

  private static final String TLS = "--tls";
  private static final String READ = "--read";
  private static final int MOST_READ = 64;
  private static final int USUAL_READ = 16;
  private static final int MOST_SIZE = 1 << 13;
  private static final int MOST_ROUNDS = 1000;

  /** The program has passed so many safe points before what it seldom writes is known. */
  private static final long SAFE_POINTS = 40;

  private static final double NANOS_PER_MILLI = 1e6;
  private static final double MEBIBYTE = 1 << 20;

  private enum Method {
    BLOCKING("migrate", MoveMethod.BLOCKING),
    NON_BLOCKING("migrate non-blocking", MoveMethod.SELDOM_WRITTEN_BEFORE),
    STREAMING("migrate streaming", MoveMethod.AFTER);

    private final String words;
    private final MoveMethod move;

    Method(String words, MoveMethod move) {
      this.words = words;
      this.move = move;
    }
  }

  private final List<Integer> sizes;
  private final int rounds;
  private final int read;
  private final boolean tls;
  private final FigureDocument document;

  /** All that was measured of one method. */
  private static final class Taken {
    private final List<Double> leadMillis = new ArrayList<>();
    private final List<Double> downtimeMillis = new ArrayList<>();
    private final List<Double> laterMillis = new ArrayList<>();
    private final List<Double> sentMebibytes = new ArrayList<>();
    private final List<Double> copiedMebibytes = new ArrayList<>();
    private final List<Double> followingMebibytes = new ArrayList<>();

    /** By a plain socket, as many bytes as were moved and copied. */
    private final List<Double> sendMillis = new ArrayList<>();
  }

  private MigrateFigures(OptionPairs options) {
    sizes = options.wholes(OptionPairs.SIZES, MOST_SIZE, 1024, 2048, 4096);
    rounds = options.whole(OptionPairs.ROUNDS, MOST_ROUNDS, 9);
    read = options.whole(READ, MOST_READ, USUAL_READ);
    tls = options.on(TLS, true);
    document = options.document();
  }

  /**
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static MigrateFigures of(List<String> words) {
    return new MigrateFigures(
        OptionPairs.read(
            words, OptionPairs.SIZES, READ, OptionPairs.ROUNDS, TLS, OptionPairs.JSON));
  }

  /** Measures and prints. */
  public void print() throws Exception {
    System.out.println(
        "| read only | method | lead, median (least to most) | downtime | of the other method's |"
            + " later | MiB at the change, before, after | a socket |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for (final int size : sizes) {
      final Map<Method, Taken> taken = new EnumMap<>(Method.class);
      for (final Method method : Method.values()) {
        taken.put(method, new Taken());
      }
      measure(size, taken);
      for (final Method method : Method.values()) {
        final Method other = method == Method.BLOCKING ? Method.NON_BLOCKING : Method.BLOCKING;
        row(
            size,
            method,
            Objects.requireNonNull(taken.get(method)),
            Objects.requireNonNull(taken.get(other)));
      }
    }
    document.write();
  }

  /**
   * How far a worker is.
   *
   * @param atNanos when it said so
   */
  private record Pace(long safePoint, double secondsEach, long atNanos) {
    /** Once it has passed some safe points of an epoch. */
    static Pace after(WorkerProcess worker, long epoch) throws Exception {
      final Progress said =
          worker
              .await(
                  SAFE_POINTS + " safe points",
                  report ->
                      report.hasProgress()
                          && report.getProgress().getEpoch() == epoch
                          && report.getProgress().getCountedSafePoints() >= SAFE_POINTS)
              .getProgress();
      return new Pace(
          said.getSafePoint(), said.getSecondsPerSafePoint(), SystemClock.INSTANCE.nanos());
    }

    double laterMillis(Pace before) {
      final double each = Math.min(secondsEach, before.secondsEach) * 1e3;
      return (atNanos - before.atNanos) / NANOS_PER_MILLI - (safePoint - before.safePoint) * each;
    }
  }

  private void measure(int size, Map<Method, Taken> taken) throws Exception {
    try (TemporaryFolder folder = TemporaryFolder.create();
        TestJob job =
            BenchWorkers.job(
                folder.path(),
                GroundAndWater.class,
                Map.of(
                    GroundAndWater.SIZE,
                    String.valueOf(size),
                    GroundAndWater.READ,
                    String.valueOf(read)),
                BenchWorkers.plane(tls),
                (3L + 8 / read) * size * size * Double.BYTES)) {
      job.begin(job.start(2));
      // The first round finds code that was never run.
      for (int round = -1; round < rounds; round++) {
        for (final Method method : Method.values()) {
          final WorkerProcess stays = job.members().getFirst();
          final WorkerProcess joins = job.start(1).getFirst();
          BenchWorkers.spread(List.of(stays, joins));
          final Pace before = Pace.after(stays, job.layout().getEpoch());
          job.moveBy(method.move);
          final long decidedNanos = SystemClock.INSTANCE.nanos();
          final long[] agreedNanos = new long[1];
          job.change(
              List.of(stays, joins),
              phase -> {
                if (phase == ChangePhase.AGREED) {
                  agreedNanos[0] = SystemClock.INSTANCE.nanos();
                }
              });
          final Pace after = Pace.after(stays, job.layout().getEpoch());
          if (round >= 0) {
            final Taken all = Objects.requireNonNull(taken.get(method));
            final MeasuredChange cost = job.cost();
            all.leadMillis.add((agreedNanos[0] - decidedNanos) / NANOS_PER_MILLI);
            all.downtimeMillis.add(cost.downtimeNanos() / NANOS_PER_MILLI);
            all.laterMillis.add(after.laterMillis(before));
            all.sentMebibytes.add(cost.sentBytes() / MEBIBYTE);
            all.copiedMebibytes.add(cost.copiedBytes() / MEBIBYTE);
            all.followingMebibytes.add(cost.followingBytes() / MEBIBYTE);
            all.sendMillis.add(
                LowerBounds.sendMillis(
                    cost.sentBytes() + cost.copiedBytes() + cost.followingBytes()));
          }
        }
      }
    }
  }

  private void row(int size, Method method, Taken taken, Taken other) {
    final Sample lead = new Sample(taken.leadMillis);
    final Sample downtime = new Sample(taken.downtimeMillis);
    final Sample later = new Sample(taken.laterMillis);
    final List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < taken.downtimeMillis.size(); i++) {
      ratios.add(taken.downtimeMillis.get(i) / other.downtimeMillis.get(i));
    }
    final Sample ratio = new Sample(ratios);
    final double sent = new Sample(taken.sentMebibytes).median();
    final double copied = new Sample(taken.copiedMebibytes).median();
    final double following = new Sample(taken.followingMebibytes).median();
    final double sendMillis = new Sample(taken.sendMillis).median();
    System.out.printf(
        Locale.ROOT,
        "| %d² | %s | %s | %s | %s | %s | %.1f, %.1f, %.1f | %.1f ms |%n",
        size,
        method.words,
        lead.in("ms"),
        downtime.in("ms"),
        ratio.in(""),
        later.in("ms"),
        sent,
        copied,
        following,
        sendMillis);
    document
        .row()
        .put("size", size)
        .put("method", method.words)
        .put("leadMs", lead.median())
        .put("downtimeMs", downtime.median())
        .put("ratio", ratio.median())
        .put("sentMiB", sent)
        .put("copiedMiB", copied)
        .put("followingMiB", following)
        .put("laterMs", later.median())
        .put("socketMs", sendMillis);
  }
}
