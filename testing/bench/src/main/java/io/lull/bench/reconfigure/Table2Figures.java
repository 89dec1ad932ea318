package io.lull.bench.reconfigure;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.bench.FigureDocument;
import io.lull.bench.OptionPairs;
import io.lull.bench.Sample;
import io.lull.bench.checkpoint.KeptJob;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.WorkerReport;
import io.lull.testkit.job.TestJob;
import io.lull.testkit.job.WorkerProcess;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Table 2 of A. Chowdhury, L. Nicklas, S. Setia and E. White, <i>Supporting Dynamic Space-sharing
 * on Clusters of Non-dedicated Workstations</i> (ICDCS 1997): what a change of configuration costs,
 * part by part, without a failure and after one.
 */
public final class Table2Figures {
  public static final String USAGE =
      """
      lull bench table2 [--sizes N,...] [--cells BYTES,...] [--changes NAMES] [--rounds K] [--tls on|off]
                       [--json FILE]
        --sizes N,...      cells on a side (default 1024, 2048, 3072, 4096; the paper has the first three)
        --cells BYTES,...  of a cell: 4, as in the paper, and 8 (default both)
        --changes NAMES    of halve, double, leave, join, migrate, with commas between (default all)
        --rounds K         so many changes of each kind, and as many after a failure (default 5)
        --tls on|off       whether the workers' connections are encrypted (default on)
      spawn: new workers are started, while the others compute. redist: cells are sent and received. other: the rest of the
      time for which nobody computes. read chkpt: one of the workers was killed, and all read the checkpoint and take their
      cells from it, instead of redist. The paper's figures, in seconds, are of eight Sparc workstations with 10 Mbit/s.\
      """;

  private static final String TLS = "--tls";
  private static final String CELLS = "--cells";
  private static final String CHANGES = "--changes";
  private static final int WORKERS = 8;
  private static final int MOST_SIZE = 1 << 14;
  private static final int MOST_ROUNDS = 1000;

  /** Cells, those of the next sweep, and those being written. */
  private static final int TIMES_HELD = 3;

  /** A job has at least so many workers. */
  private static final int FEWEST = 4;

  /** The changes of the paper, in an order in which each begins where the one before has ended. */
  private enum Change {
    HALVE("8 → 4"),
    DOUBLE("4 → 8"),
    LEAVE("8 → 7"),
    JOIN("7 → 8"),
    MIGRATE("8 → 8");

    private final String words;

    Change(String words) {
      this.words = words;
    }

    /** How many workers it begins with. */
    int before() {
      return switch (this) {
        case HALVE, LEAVE, MIGRATE -> WORKERS;
        case DOUBLE -> WORKERS / 2;
        case JOIN -> WORKERS - 1;
      };
    }

    /** How many it ends with. */
    int after() {
      return switch (this) {
        case HALVE -> WORKERS / 2;
        case LEAVE -> WORKERS - 1;
        case DOUBLE, JOIN, MIGRATE -> WORKERS;
      };
    }
  }

  /**
   * Seconds in the paper, by its size and change; a migration was told of the largest grid only.
   */
  private static final Map<Integer, Map<Change, Parts>> PAPER =
      Map.of(
          1024,
          Map.of(
              Change.HALVE, Parts.ofSeconds(0.00, 0.73, 0.15, 3.04),
              Change.DOUBLE, Parts.ofSeconds(0.87, 0.82, 0.11, 6.07),
              Change.LEAVE, Parts.ofSeconds(0.00, 1.08, 0.08, 3.04),
              Change.JOIN, Parts.ofSeconds(0.49, 1.06, 0.09, 3.89)),
          2048,
          Map.of(
              Change.HALVE, Parts.ofSeconds(0.00, 2.62, 0.48, 13.82),
              Change.DOUBLE, Parts.ofSeconds(0.90, 3.18, 0.13, 20.58),
              Change.LEAVE, Parts.ofSeconds(0.00, 4.03, 0.15, 13.82),
              Change.JOIN, Parts.ofSeconds(0.50, 4.19, 0.11, 16.78)),
          3072,
          Map.of(
              Change.HALVE, Parts.ofSeconds(0.00, 6.12, 0.92, 29.69),
              Change.DOUBLE, Parts.ofSeconds(0.90, 22.04, 5.45, 60.08),
              Change.LEAVE, Parts.ofSeconds(0.00, 8.90, 0.26, 29.69),
              Change.JOIN, Parts.ofSeconds(0.50, 9.34, 0.13, 31.46),
              Change.MIGRATE, Parts.ofSeconds(0.50, 4.78, 0.06, 29.69)));

  /** Milliseconds of a change. */
  private record Parts(double spawn, double redist, double other, double readCheckpoint) {
    static Parts ofSeconds(double spawn, double redist, double other, double readCheckpoint) {
      return new Parts(1e3 * spawn, 1e3 * redist, 1e3 * other, 1e3 * readCheckpoint);
    }

    double total() {
      return spawn + redist + other;
    }

    Parts readingIn(double millis) {
      return new Parts(spawn, redist, other, millis);
    }
  }

  private final List<Integer> sizes;
  private final List<Integer> cells;
  private final List<Change> changes;
  private final int rounds;
  private final boolean tls;
  private final FigureDocument document;

  private Table2Figures(OptionPairs options) {
    sizes = options.wholes(OptionPairs.SIZES, MOST_SIZE, 1024, 2048, 3072, 4096);
    cells = options.wholes(CELLS, Double.BYTES, Float.BYTES, Double.BYTES);
    changes =
        options
            .text(CHANGES)
            .map(names -> Arrays.stream(names.split(",")).map(Table2Figures::change).toList())
            .orElse(List.of(Change.values()));
    rounds = options.whole(OptionPairs.ROUNDS, MOST_ROUNDS, 5);
    tls = options.on(TLS, true);
    document = options.document();
    for (final int each : cells) {
      if (each != Float.BYTES && each != Double.BYTES) {
        throw new IllegalArgumentException(CELLS + " " + each + " cannot be used: 4 or 8");
      }
    }
  }

  /**
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static Table2Figures of(List<String> words) {
    return new Table2Figures(
        OptionPairs.read(
            words, OptionPairs.SIZES, CELLS, CHANGES, OptionPairs.ROUNDS, TLS, OptionPairs.JSON));
  }

  private static Change change(String name) {
    return Arrays.stream(Change.values())
        .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                CHANGES + " " + name + ": enter halve, double, leave, join or migrate"));
  }

  /** Measures and prints. */
  public void print() throws Exception {
    System.out.println(
        "| grid | cell | change | spawn | redist | other | total, median (least to most) |"
            + " read chkpt | paper: spawn, redist, other, total; read chkpt |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for (final int size : sizes) {
      for (final int cell : cells) {
        measure(size, cell).forEach((change, taken) -> row(size, cell, change, taken));
      }
    }
    document.write();
  }

  private Map<Change, List<Parts>> measure(int size, int cell) throws Exception {
    final Map<Change, List<Parts>> taken = new EnumMap<>(Change.class);
    try (KeptJob job =
        KeptJob.start(
            StandingGrid.class,
            Map.of(StandingGrid.SIZE, String.valueOf(size), StandingGrid.CELL, "" + cell),
            (long) size * size * cell * TIMES_HELD / FEWEST,
            WORKERS,
            tls)) {
      // The first round finds code that was never run.
      for (int round = -1; round < rounds; round++) {
        for (final Change change : changes) {
          become(change.before(), job.job());
          final Parts planned = changed(change, job.job());
          become(change.before(), job.job());
          final double read = recovered(change, job);
          if (round >= 0) {
            taken.computeIfAbsent(change, _ -> new ArrayList<>()).add(planned.readingIn(read));
          }
        }
      }
    }
    return taken;
  }

  private static void become(int workers, TestJob job) throws Exception {
    final List<WorkerProcess> members = job.members();
    if (members.size() > workers) {
      job.change(members.subList(0, workers));
    } else if (members.size() < workers) {
      job.change(with(members, job.start(workers - members.size())));
    }
  }

  private static Parts changed(Change change, TestJob job) throws Exception {
    final List<WorkerProcess> stay =
        job.members().subList(change == Change.MIGRATE ? 1 : 0, stays(change));
    final long begun = SystemClock.INSTANCE.nanos();
    final List<WorkerProcess> next =
        stay.size() == change.after() ? stay : with(stay, job.start(change.after() - stay.size()));
    final double spawn = (SystemClock.INSTANCE.nanos() - begun) / 1e6;
    job.change(next);
    final double redist = job.cost().moveNanos() / 1e6;
    return new Parts(
        stay.size() == change.after() ? 0 : spawn,
        redist,
        Math.max(0, job.cost().downtimeNanos() / 1e6 - redist),
        0);
  }

  /** The number of the last one of those that stay. */
  private static int stays(Change change) {
    return Math.min(change.before(), change.after());
  }

  /** One of those that would have stayed is killed. */
  private static double recovered(Change change, KeptJob kept) throws Exception {
    final TestJob job = kept.job();
    kept.keep();
    final List<WorkerProcess> survivors = new ArrayList<>(job.members());
    final WorkerProcess victim = survivors.removeFirst();
    job.lose(victim);
    for (final WorkerProcess survivor : survivors) {
      survivor.await("missing its peer", WorkerReport::hasPeerLost);
    }
    final List<WorkerProcess> stay =
        survivors.subList(0, Math.min(survivors.size(), change.after()));
    final List<WorkerProcess> next =
        stay.size() == change.after() ? stay : with(stay, job.start(change.after() - stay.size()));
    final long _ = kept.recover(next);
    final double millis = (job.cost().prepareNanos() + job.cost().moveNanos()) / 1e6;
    for (final WorkerProcess survivor : survivors) {
      if (!next.contains(survivor)) {
        job.lose(survivor);
      }
    }
    return millis;
  }

  private static List<WorkerProcess> with(List<WorkerProcess> some, List<WorkerProcess> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  private void row(int size, int cell, Change change, List<Parts> taken) {
    final Sample total = new Sample(taken.stream().map(Parts::total).toList());
    final double spawn = new Sample(taken.stream().map(Parts::spawn).toList()).median();
    final double redist = new Sample(taken.stream().map(Parts::redist).toList()).median();
    final double other = new Sample(taken.stream().map(Parts::other).toList()).median();
    final double read = new Sample(taken.stream().map(Parts::readCheckpoint).toList()).median();
    final ObjectNode row = document.row();
    row.put("size", size).put("cellBytes", cell).put("change", change.words);
    row.put("spawnMs", spawn).put("redistMs", redist).put("otherMs", other);
    row.put("totalMs", total.median()).put("leastMs", total.least()).put("mostMs", total.most());
    row.put("readCheckpointMs", read);
    System.out.printf(
        Locale.ROOT,
        "| %d² | %d B | %s | %.0f ms | %.1f ms | %.1f ms | %s | %.1f ms | %s |%n",
        size,
        cell,
        change.words,
        spawn,
        redist,
        other,
        total.in("ms"),
        read,
        paper(size, cell, change, row));
  }

  private static String paper(int size, int cell, Change change, ObjectNode row) {
    final Parts paper =
        cell == Float.BYTES
            ? PAPER.getOrDefault(size, Map.of()).getOrDefault(change, Parts.ofSeconds(0, 0, 0, 0))
            : Parts.ofSeconds(0, 0, 0, 0);
    if (paper.total() == 0) {
      return "–";
    }
    row.put("paperTotalMs", paper.total()).put("paperReadCheckpointMs", paper.readCheckpoint());
    return String.format(
        Locale.ROOT,
        "%.2f, %.2f, %.2f, %.2f; %.2f",
        paper.spawn() / 1e3,
        paper.redist() / 1e3,
        paper.other() / 1e3,
        paper.total() / 1e3,
        paper.readCheckpoint() / 1e3);
  }
}
