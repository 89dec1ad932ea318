package io.lull.bench.adapt;

import io.lull.bench.FigureDocument;
import io.lull.bench.OptionPairs;
import io.lull.bench.ProgramJar;
import io.lull.bench.Sample;
import io.lull.bench.TemporaryFolder;
import io.lull.bench.grid.SmallGrid;
import io.lull.client.grid.GridClient;
import io.lull.protocol.model.JobState;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.EventView;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.Parameter;
import io.lull.testkit.time.Eventually;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One of several workers becomes slower while a job runs: how long an iteration takes before, then,
 * and after the data was shared out anew, beside the ideal of the same run.
 */
public final class RebalanceFigures {
  public static final String USAGE =
      """
      lull bench rebalance [--agents N] [--percent P] [--size CELLS] [--seconds S] [--rounds K] [--json FILE]
        --agents N      workers, each on an agent of its own on this computer; 4
        --percent P     what the slow one takes for a cell, of what the others take; 200
        --size CELLS    on a side of the grid; 1024
        --seconds S     for which each of the three stretches is watched; 6
      Workers take 200 ns for each of their cells, mostly asleep. The ideal is what all take when each has cells in proportion to
      its speed, worked out from the iterations before one became slow.\
      """;

  private static final String AGENTS = "--agents";
  private static final String PERCENT = "--percent";
  private static final String SIZE = "--size";
  private static final String SECONDS = "--seconds";
  private static final int MOST_AGENTS = 16;
  private static final int NANOS_PER_CELL = 200;

  /** Iterations; the job is cancelled when enough was seen. */
  private static final int ITERATIONS = 100_000;

  /** So many stretches before a worker becomes slow: the first for the start, the last watched. */
  private static final int STRETCHES_BEFORE = 4;

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final double NANOS_PER_MILLI = 1e6;

  private final int agents;
  private final int percent;
  private final int size;
  private final Duration watched;
  private final int rounds;
  private final FigureDocument document;

  private RebalanceFigures(OptionPairs options) {
    agents = options.whole(AGENTS, 2, MOST_AGENTS, 4);
    percent = options.whole(PERCENT, 120, 1_000, 200);
    size = options.whole(SIZE, 64, 1 << 12, 1024);
    watched = Duration.ofSeconds(options.whole(SECONDS, 1, 60, 6));
    rounds = options.whole(OptionPairs.ROUNDS, 20, 3);
    document = options.document();
  }

  /**
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static RebalanceFigures of(List<String> words) {
    return new RebalanceFigures(
        OptionPairs.read(
            words, AGENTS, PERCENT, SIZE, SECONDS, OptionPairs.ROUNDS, OptionPairs.JSON));
  }

  /** Where a job was, and when. */
  private record Place(long iteration, long nanos) {
    double millisEachUntil(Place later) {
      return (later.nanos - nanos) / NANOS_PER_MILLI / (later.iteration - iteration);
    }
  }

  /**
   * One job.
   *
   * @param even milliseconds an iteration while all were equally fast
   * @param slowed after one became slow
   * @param rebalanced after the change
   * @param reaction seconds from the first slow iteration to the change
   */
  private record Round(
      double even, double slowed, double rebalanced, double reaction, EventView event) {}

  /** Measures and prints. */
  public void print() throws Exception {
    final List<Round> all = new ArrayList<>();
    try (TemporaryFolder folder = TemporaryFolder.create();
        SmallGrid grid = SmallGrid.start(folder.path(), "127.0.0.1", UnaryOperator.identity())) {
      final Path away = Files.writeString(folder.path().resolve("away"), "0 mains\n");
      final Map<String, String> settings = SmallGrid.ownersByInput("1s", Map.of());
      for (int agent = 1; agent <= agents; agent++) {
        grid.agent("pc" + agent, "script:" + away, settings, Map.of(), UnaryOperator.identity());
      }
      try (GridClient client = grid.client()) {
        final Blob jar =
            client.upload(
                ProgramJar.of(folder.path().resolve("paced.jar"), PacedProgram.class),
                (_, _, _) -> {});
        for (int round = 0; round < rounds; round++) {
          all.add(round(client, jar));
        }
      }
    }
    table(all);
  }

  private Round round(GridClient client, Blob jar) {
    final double evenMillis = (double) size * size / agents * NANOS_PER_CELL / NANOS_PER_MILLI;
    final long stretch = Math.round(watched.toMillis() / evenMillis);
    final long slowFrom = STRETCHES_BEFORE * stretch;
    final String job = client.submit(spec(jar, slowFrom)).getJob();
    try {
      awaitIteration(client, job, slowFrom - stretch);
      final Place begin = place(client, job);
      final Place slow = awaitIteration(client, job, slowFrom);
      final JobView changed = awaitRebalanced(client, job, slowFrom);
      final Place change = new Place(changed.getIteration(), SystemClock.INSTANCE.nanos());
      final Place settled = awaitIteration(client, job, change.iteration() + 20);
      final Place end = awaitIteration(client, job, settled.iteration() + stretch);
      final EventView event = rebalanced(client.job(job), slowFrom);
      if (event == null) {
        throw new IllegalStateException(job + " forgot its change");
      }
      return new Round(
          begin.millisEachUntil(slow),
          slow.millisEachUntil(change),
          settled.millisEachUntil(end),
          (change.nanos() - slow.nanos()) / NANOS_PER_MILLI / 1e3,
          event);
    } finally {
      client.cancel(job);
      Eventually.await(
          job + " is over", PATIENCE, () -> JobState.of(client.job(job).getState()).ended());
    }
  }

  private static JobView awaitRebalanced(GridClient client, String job, long after) {
    try {
      return Eventually.get(
          "its data is shared out anew",
          PATIENCE,
          () -> {
            final JobView view = client.job(job);
            return rebalanced(view, after) == null ? null : view;
          });
    } catch (AssertionError e) {
      throw new AssertionError(
          "%s; %s; %s"
              .formatted(
                  e.getMessage(),
                  client.explainJob(job).getLinesList(),
                  client.job(job).getEventsList()),
          e);
    }
  }

  private JobSpec spec(Blob jar, long slowFrom) {
    return JobSpec.newBuilder()
        .setName("paced")
        .setProgram(jar)
        .setMainClass(PacedProgram.class.getName())
        .setMinWorkers(agents)
        .setMaxWorkers(agents)
        .setCheckpoint("off")
        .addParameters(parameter(PacedProgram.SIZE, size))
        .addParameters(parameter(PacedProgram.ITERATIONS, ITERATIONS))
        .addParameters(parameter(PacedProgram.NANOS_PER_CELL, NANOS_PER_CELL))
        .addParameters(parameter(PacedProgram.SLOW_FROM, slowFrom))
        .addParameters(parameter(PacedProgram.PERCENT, percent))
        .build();
  }

  private static Parameter parameter(String name, long value) {
    return Parameter.newBuilder().setName(name).setValue(String.valueOf(value)).build();
  }

  private static Place place(GridClient client, String job) {
    final JobView view = client.job(job);
    return new Place(view.getIteration(), SystemClock.INSTANCE.nanos());
  }

  private static Place awaitIteration(GridClient client, String job, long iteration) {
    return Eventually.get(
        job + " comes to iteration " + iteration,
        PATIENCE,
        () -> {
          final Place here = place(client, job);
          return here.iteration() >= iteration ? here : null;
        });
  }

  private static @Nullable EventView rebalanced(JobView job, long after) {
    return job.getEventsList().stream()
        .filter(event -> event.getKind().equals("rebalance") && event.getSafePoint() > after)
        .reduce((_, later) -> later)
        .orElse(null);
  }

  private double ideal(Round round) {
    return round.even() * agents / (agents - 1 + 100.0 / percent);
  }

  private void table(List<Round> all) throws Exception {
    System.out.println(
        "| even | one slowed | rebalanced | ideal | rebalanced / ideal | after | moved / least |"
            + " downtime |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for (final Round round : all) {
      System.out.printf(
          Locale.ROOT,
          "| %.1f ms | %.1f ms | %.1f ms | %.1f ms | %.2f | %.1f s | %.2f | %.0f ms |%n",
          round.even(),
          round.slowed(),
          round.rebalanced(),
          ideal(round),
          round.rebalanced() / ideal(round),
          round.reaction(),
          (double) round.event().getBytesMoved() / round.event().getBytesLeast(),
          round.event().getDowntimeMillis());
      document
          .row()
          .put("evenMs", round.even())
          .put("slowedMs", round.slowed())
          .put("rebalancedMs", round.rebalanced())
          .put("idealMs", ideal(round))
          .put("reactionSeconds", round.reaction())
          .put("bytesMoved", round.event().getBytesMoved())
          .put("bytesLeast", round.event().getBytesLeast())
          .put("downtimeMs", round.event().getDowntimeMillis())
          .put("predictedBenefitMs", round.event().getPredictedBenefitMillis());
    }
    final Sample ratios =
        new Sample(all.stream().map(round -> round.rebalanced() / ideal(round)).toList());
    System.out.printf(Locale.ROOT, "%nRebalanced / ideal: %s%n", ratios.in("times"));
    document.write();
  }
}
