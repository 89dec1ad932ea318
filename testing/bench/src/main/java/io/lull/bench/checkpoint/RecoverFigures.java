package io.lull.bench.checkpoint;

import io.lull.bench.FigureDocument;
import io.lull.bench.LowerBounds;
import io.lull.bench.OptionPairs;
import io.lull.bench.Sample;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.WorkerReport;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerProcess;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One of four worker processes is killed after a generation was kept: how long until all compute
 * again, with a new worker in its place and on the three that are left.
 */
public final class RecoverFigures {
  public static final String USAGE =
      """
      lull bench recover [--sizes N,...] [--rounds K] [--tls on|off] [--json FILE]
        --sizes N,...   cells on a side of the job's square of doubles (default 8192: 512 MiB)
        --rounds K      so many losses of each kind (default 5)
        --tls on|off    whether the workers' connections are encrypted (default on)
      From kill -9 until all compute again, without the waits of a coordinator: the bench gives the orders.\
      """;

  private static final String TLS = "--tls";
  private static final int WORKERS = 4;
  private static final int MOST_SIZE = 1 << 14;
  private static final int MOST_ROUNDS = 100;
  private static final double TARGET_MILLIS = 3000;

  /** Who computes on. */
  private enum Plan {
    REPLACE("4 to 4, a new worker"),
    SHRINK("4 to 3");

    private final String words;

    Plan(String words) {
      this.words = words;
    }
  }

  /** The parts of the time from the kill until all compute again, one after the other. */
  private enum Part {
    NOTICED("noticedMs"),
    STARTED("startedMs"),
    LINKED("linkedMs"),
    MOVED("movedMs"),
    COMPUTING("computingMs");

    private final String field;

    Part(String field) {
      this.field = field;
    }
  }

  /** One recovery. */
  private record Loss(Map<Part, Double> millis, long sentBytes, double limitMillis) {
    double total() {
      return millis.values().stream().mapToDouble(each -> each).sum();
    }
  }

  private final List<Integer> sizes;
  private final int rounds;
  private final boolean tls;
  private final FigureDocument document;

  private RecoverFigures(OptionPairs options) {
    sizes = options.wholes(OptionPairs.SIZES, MOST_SIZE, 8192);
    rounds = options.whole(OptionPairs.ROUNDS, MOST_ROUNDS, 5);
    tls = options.on(TLS, true);
    document = options.document();
  }

  /**
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static RecoverFigures of(List<String> words) {
    return new RecoverFigures(
        OptionPairs.read(words, OptionPairs.SIZES, OptionPairs.ROUNDS, TLS, OptionPairs.JSON));
  }

  /** Measures and prints. */
  public void print() throws Exception {
    System.out.println(
        "| grid | change | noticed | new worker ready | planned and linked | read and moved |"
            + " computing | all, median (least to most) | MiB read, sent | at least | beyond that |"
            + " target |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (final int size : sizes) {
      final Map<Plan, List<Loss>> taken = new EnumMap<>(Plan.class);
      try (KeptJob job = KeptJob.start(size, WORKERS, WORKERS - 1, tls)) {
        // The first round finds code that was never run.
        for (int round = -1; round < rounds; round++) {
          for (final Plan plan : Plan.values()) {
            final Loss loss = lose(size, job, plan, Math.floorMod(round, WORKERS));
            if (round >= 0) {
              taken.computeIfAbsent(plan, _ -> new ArrayList<>()).add(loss);
            }
          }
        }
      }
      taken.forEach((plan, losses) -> row(size, plan, losses));
    }
    document.write();
  }

  private static Loss lose(int size, KeptJob kept, Plan plan, int rank) throws Exception {
    final TestJob job = kept.job();
    kept.keep();
    final double readMillis = LowerBounds.readMillis(kept.folder(), KeptJob.bytes(size));
    final List<WorkerProcess> survivors = new ArrayList<>(job.members());
    final WorkerProcess victim = survivors.remove(rank);
    final Stopwatch watch = new Stopwatch();
    job.lose(victim);
    for (final WorkerProcess survivor : survivors) {
      survivor.await("missing its peer", WorkerReport::hasPeerLost);
    }
    watch.over(Part.NOTICED);
    final List<WorkerProcess> next =
        plan == Plan.REPLACE
            ? Stream.concat(survivors.stream(), job.start(1).stream()).toList()
            : survivors;
    watch.over(Part.STARTED);
    final long sentBytes = kept.recover(next);
    watch.over(Part.COMPUTING);
    final Map<Part, Double> millis = watch.parts();
    final double linked = job.cost().prepareNanos() / 1e6;
    final double moved = job.cost().moveNanos() / 1e6;
    millis.put(Part.LINKED, linked);
    millis.put(Part.MOVED, moved);
    millis.merge(Part.COMPUTING, -linked - moved, Double::sum);
    if (plan == Plan.SHRINK) {
      job.change(Stream.concat(job.members().stream(), job.start(1).stream()).toList());
    }
    return new Loss(millis, sentBytes, readMillis + LowerBounds.sendMillis(sentBytes));
  }

  /** How long it was from one end of a part to the next. */
  private static final class Stopwatch {
    private final Map<Part, Double> parts = new EnumMap<>(Part.class);
    private long begun = SystemClock.INSTANCE.nanos();

    void over(Part part) {
      final long now = SystemClock.INSTANCE.nanos();
      parts.put(part, (now - begun) / 1e6);
      begun = now;
    }

    Map<Part, Double> parts() {
      return parts;
    }
  }

  private void row(int size, Plan plan, List<Loss> losses) {
    final Sample all = new Sample(losses.stream().map(Loss::total).toList());
    final Sample limit = new Sample(losses.stream().map(Loss::limitMillis).toList());
    final long sentBytes = losses.getLast().sentBytes();
    final double beyond = all.median() - limit.median();
    final StringBuilder parts = new StringBuilder();
    final var row = document.row().put("size", size).put("change", plan.words);
    for (final Part part : Part.values()) {
      final double median =
          new Sample(losses.stream().map(loss -> loss.millis().getOrDefault(part, 0.0)).toList())
              .median();
      parts.append(String.format(Locale.ROOT, "%.0f ms | ", median));
      row.put(part.field, median);
    }
    System.out.printf(
        Locale.ROOT,
        "| %d² | %s | %s%s | %.1f, %.1f | %.0f ms | %.0f ms | < %.0f ms: %s |%n",
        size,
        plan.words,
        parts,
        all.in("ms"),
        KeptJob.bytes(size) / 1048576.0,
        sentBytes / 1048576.0,
        limit.median(),
        beyond,
        TARGET_MILLIS,
        beyond < TARGET_MILLIS ? "met" : "missed");
    row.put("allMs", all.median()).put("leastMs", all.least()).put("mostMs", all.most());
    row.put("readBytes", KeptJob.bytes(size)).put("sentBytes", sentBytes);
    row.put("limitMs", limit.median()).put("beyondMs", beyond).put("targetMs", TARGET_MILLIS);
  }
}
