package io.lull.bench.adapt;

import io.lull.bench.FigureDocument;
import io.lull.bench.OptionPairs;
import io.lull.bench.Sample;
import io.lull.bench.TemporaryFolder;
import io.lull.client.ClientFailure;
import io.lull.client.grid.GridClient;
import io.lull.protocol.model.JobState;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.MigrateRequest;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * One of a job's computers is loaded for some time: how long the job takes when nothing is done,
 * when its worker moves, when the data is shared out anew, and when the coordinator chooses; table
 * 7 of J. Weissman, <i>Predicting the Cost and Benefit of Adapting Data Parallel Applications in
 * Clusters</i>, JPDC 2002.
 */
public final class AdaptFigures {
  public static final String USAGE =
      """
      lull bench adapt [--table 7] [--seeds K] [--seed N] [--size CELLS] [--seconds S] [--json FILE]
        --table 7       the only one that is made so far
        --seeds K       so many loads are drawn, each for a job under every policy; 10
        --seed N        of the first load; 1
        --size CELLS    on a side of the grid; 512
        --seconds S     what the job takes without a load; 40
      Four workers and a spare one, each on an agent of its own on this computer; workers are mostly asleep, for a time in
      proportion to their cells. A load comes within the first half, makes one of the computers 1.5 to 6 times as slow, and lasts
      between an eighth of the job and its end. "migrate" moves the worker 4 s later, "balance" shares the data out by measured
      speeds as soon as these are known, and once more after the load; "automatic" is what the coordinator does by itself.\
      """;

  private static final String TABLE = "--table";
  private static final String SEEDS = "--seeds";
  private static final String SEED = "--seed";
  private static final String SIZE = "--size";
  private static final String SECONDS = "--seconds";
  private static final int THE_TABLE = 7;
  private static final int WORKERS = 4;
  private static final int NANOS_PER_CELL = 200;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final Duration STEP = Duration.ofMillis(100);
  private static final double DETECTED_SECONDS = 4;

  /** In which the speeds of all workers are measured, and more: shorter tries are refused. */
  private static final double MEASURED_SECONDS = 11;

  /** Of a normal distribution, on both sides. */
  private static final double NINETEEN_OF_TWENTY = 1.96;

  private enum Policy {
    NONE,
    MIGRATE,
    BALANCE,
    AUTOMATIC;

    private String words() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * What happens to one of the job's computers.
   *
   * @param rank of the worker that is there at first
   * @param fromSeconds since the job computes
   */
  private record Load(int rank, int percent, double fromSeconds, double untilSeconds) {
    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%.1f times, %.0f to %.0f s",
          percent / (double) PacedGrid.USUAL,
          fromSeconds,
          untilSeconds);
    }

    static Load of(long seed, double jobSeconds) {
      final RandomGenerator chance = new SplittableRandom(seed);
      final double from = jobSeconds * chance.nextDouble(0.15, 0.5);
      return new Load(
          chance.nextInt(WORKERS),
          chance.nextInt(150, 601),
          from,
          from + jobSeconds * chance.nextDouble(0.125, 1.5));
    }
  }

  private final int seeds;
  private final int firstSeed;
  private final int size;
  private final int seconds;
  private final FigureDocument document;

  private AdaptFigures(OptionPairs options) {
    final int _ = options.whole(TABLE, THE_TABLE, THE_TABLE, THE_TABLE);
    seeds = options.whole(SEEDS, 100, 10);
    firstSeed = options.whole(SEED, 1_000_000, 1);
    size = options.whole(SIZE, 64, 1 << 12, 512);
    seconds = options.whole(SECONDS, 2, 600, 40);
    document = options.document();
  }

  /**
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static AdaptFigures of(List<String> words) {
    return new AdaptFigures(
        OptionPairs.read(words, TABLE, SEEDS, SEED, SIZE, SECONDS, OptionPairs.JSON));
  }

  /** Measures and prints. */
  public void print() throws Exception {
    final Map<Policy, List<Double>> taken = new EnumMap<>(Policy.class);
    System.out.println("| load | none | migrate | balance | automatic | which did |");
    System.out.println("| --- | --- | --- | --- | --- | --- |");
    try (TemporaryFolder folder = TemporaryFolder.create();
        PacedGrid grid = PacedGrid.start(folder.path(), WORKERS + 1)) {
      for (int seed = firstSeed; seed < firstSeed + seeds; seed++) {
        row(seed, grid, taken);
      }
    }
    summary(taken);
    document.write();
  }

  private void row(int seed, PacedGrid grid, Map<Policy, List<Double>> taken) throws Exception {
    final Load load = Load.of(seed, seconds);
    final List<Policy> order = new ArrayList<>(List.of(Policy.values()));
    Collections.rotate(order, seed);
    final Map<Policy, Double> now = new EnumMap<>(Policy.class);
    String did = "";
    for (final Policy policy : order) {
      final Run run = new Run(grid, policy, load);
      now.put(policy, run.take());
      did = policy == Policy.AUTOMATIC ? run.changes() : did;
    }
    final StringBuilder line = new StringBuilder("| " + seed + ": " + load + " |");
    final var figures = document.row().put("seed", seed).put("percent", load.percent());
    for (final Policy policy : Policy.values()) {
      final double each = now.getOrDefault(policy, 0.0);
      taken.computeIfAbsent(policy, _ -> new ArrayList<>()).add(each);
      line.append(String.format(Locale.ROOT, " %.1f s |", each));
      figures.put(policy.words(), each);
    }
    System.out.println(line + " " + did + " |");
  }

  private static void summary(Map<Policy, List<Double>> taken) {
    final List<Double> automatic = taken.getOrDefault(Policy.AUTOMATIC, List.of());
    System.out.println();
    System.out.println(
        "| policy | in all | automatic beside it: mean, with its interval of 19 in 20 | most |");
    System.out.println("| --- | --- | --- | --- |");
    taken.forEach((policy, times) -> {
      final List<Double> ratios = new ArrayList<>();
      for (int i = 0; i < times.size(); i++) {
        ratios.add(100 * (automatic.get(i) / times.get(i) - 1));
      }
      final Sample sample = new Sample(ratios);
      System.out.printf(
          Locale.ROOT,
          "| %s | %.0f s | %+.1f %% (± %.1f) | %+.1f %% |%n",
          policy.words(),
          times.stream().mapToDouble(each -> each).sum(),
          sample.mean(),
          NINETEEN_OF_TWENTY * deviation(sample) / Math.sqrt(ratios.size()),
          sample.most());
    });
  }

  private static double deviation(Sample sample) {
    final double mean = sample.mean();
    return Math.sqrt(
        sample.values().stream().mapToDouble(each -> (each - mean) * (each - mean)).sum()
            / Math.max(1, sample.values().size() - 1));
  }

  /** One job under one policy. */
  private final class Run {
    private final PacedGrid grid;
    private final GridClient client;
    private final Policy policy;
    private final Load load;
    private final String job;
    private boolean migrated;
    private int balanced;

    Run(PacedGrid grid, Policy policy, Load load) {
      this.grid = grid;
      this.client = grid.client();
      this.policy = policy;
      this.load = load;
      final double each = (double) size * size / WORKERS * NANOS_PER_CELL / NANOS_PER_SECOND;
      this.job =
          client
              .submit(
                  grid.spec(WORKERS)
                      .setNoAdapt(policy != Policy.AUTOMATIC)
                      .addParameters(PacedGrid.parameter(PacedProgram.SIZE, size))
                      .addParameters(
                          PacedGrid.parameter(PacedProgram.ITERATIONS, Math.round(seconds / each)))
                      .addParameters(
                          PacedGrid.parameter(PacedProgram.NANOS_PER_CELL, NANOS_PER_CELL))
                      .build())
              .getJob();
    }

    /** How long it computed, in seconds. */
    double take() throws IOException {
      final List<String> nodes =
          grid.awaitWorkers(job, WORKERS).getWorkersList().stream()
              .map(worker -> worker.getNode())
              .toList();
      final String loaded = nodes.get(load.rank());
      final long began = SystemClock.INSTANCE.nanos();
      try {
        return Eventually.get(
            job + " ends",
            Duration.ofSeconds(20L * seconds),
            STEP,
            () -> {
              final double elapsed = (SystemClock.INSTANCE.nanos() - began) / NANOS_PER_SECOND;
              final JobView view = client.job(job);
              if (JobState.of(view.getState()).ended()) {
                if (JobState.of(view.getState()) != JobState.FINISHED) {
                  throw new IllegalStateException(job + " has failed: " + view.getError());
                }
                return elapsed;
              }
              happen(loaded, nodes, elapsed);
              return null;
            });
      } finally {
        grid.load(loaded, job, PacedGrid.USUAL);
      }
    }

    private void happen(String loaded, List<String> nodes, double elapsed) {
      final boolean there = elapsed >= load.fromSeconds() && elapsed < load.untilSeconds();
      try {
        grid.load(loaded, job, there ? load.percent() : PacedGrid.USUAL);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      switch (policy) {
        case MIGRATE -> {
          if (there && !migrated && elapsed >= load.fromSeconds() + DETECTED_SECONDS) {
            migrated = true;
            client.migrate(
                MigrateRequest.newBuilder()
                    .setJob(job)
                    .setFromNode(loaded)
                    .setToNode(grid.idle(nodes))
                    .build());
          }
        }
        case BALANCE -> {
          final double since =
              balanced == 0
                  ? load.fromSeconds()
                  : balanced == 1 ? load.untilSeconds() : Double.MAX_VALUE;
          if (elapsed >= since + MEASURED_SECONDS) {
            balance();
          }
        }
        case NONE, AUTOMATIC -> {
          // Nobody asks for anything.
        }
      }
    }

    private void balance() {
      try {
        client.jobControl().rebalance(job);
        balanced++;
      } catch (ClientFailure e) {
        // Its workers were not measured yet: it is tried again at the next step.
      }
    }

    /** The kinds of its changes, in their order. */
    String changes() {
      return String.join(
          ", ",
          client.job(job).getEventsList().stream()
              .filter(event -> !event.getMethod().isEmpty())
              .map(event -> event.getKind())
              .toList());
    }
  }
}
