package io.lull.bench.validate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.bench.FigureDocument;
import io.lull.bench.OptionPairs;
import io.lull.bench.Sample;
import io.lull.bench.TemporaryFolder;
import io.lull.bench.grid.SmallGrid;
import io.lull.bench.validate.OfficeRecord.JobTimes;
import io.lull.coordinator.availability.NodeUse;
import io.lull.simulator.job.WorkerDelays;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleBiFunction;

/** How well the exact level of simulation foretells a live grid. */
public final class ValidateFigures {
  public static final String USAGE =
      """
      lull bench validate [--runs K] [--calibrate K] [--agents N] [--jobs N] [--seconds S] [--idle-after S] [--seed N] [--json FILE]
        --runs K        histories that are compared; 20
        --calibrate K   histories before them, from which it is learnt what starts, changes and ends of jobs take; 4
        --agents N      from 1 to 12, each on a host of its own (a network namespace; root); 8
        --jobs N        submitted in the first half of a history, each of one to half of all agents; 3
        --seconds S     in which owners come and go; 120
        --idle-after S  of all owners; 18
        --seed N        of the first history; 1
      In each history the owners of all computers come and go and jobs are submitted as drawn from its seed: on a live grid, and
      by its decision code in virtual time. Workers are mostly asleep, for a time in proportion to their cells.\
      """;

  private static final String RUNS = "--runs";
  private static final String CALIBRATE = "--calibrate";
  private static final String AGENTS = "--agents";
  private static final String JOBS = "--jobs";
  private static final String SECONDS = "--seconds";
  private static final String IDLE_AFTER = "--idle-after";
  private static final String SEED = "--seed";
  private static final double MILLIS_PER_SECOND = 1e3;

  private final int runs;
  private final int calibrations;
  private final int agents;
  private final int jobs;
  private final int seconds;
  private final int idleAfterSeconds;
  private final long firstSeed;
  private final Map<String, String> settings;
  private final FigureDocument document;

  private ValidateFigures(OptionPairs options) {
    runs = options.whole(RUNS, 1_000, 20);
    calibrations = options.whole(CALIBRATE, 100, 4);
    agents = options.whole(AGENTS, 12, 8);
    jobs = options.whole(JOBS, 20, 3);
    seconds = options.whole(SECONDS, 5, 3_600, 120);
    firstSeed = options.whole(SEED, 1_000_000, 1);
    idleAfterSeconds = options.whole(IDLE_AFTER, 1, 600, 18);
    settings = SmallGrid.ownersByInput(idleAfterSeconds + "s", Map.of("max-network", "all"));
    document = options.document();
  }

  /**
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static ValidateFigures of(List<String> words) {
    return new ValidateFigures(
        OptionPairs.read(
            words, RUNS, CALIBRATE, AGENTS, JOBS, SECONDS, IDLE_AFTER, SEED, OptionPairs.JSON));
  }

  /** One history, both ways. */
  private record Pair(OfficeHistory history, OfficeRecord live, OfficeRecord simulated) {
    /** Of each job. */
    List<Double> each(ToDoubleBiFunction<JobTimes, JobTimes> figure) {
      final List<Double> all = new ArrayList<>();
      for (int job = 0; job < live.jobs().size(); job++) {
        all.add(figure.applyAsDouble(live.jobs().get(job), simulated.jobs().get(job)));
      }
      return all;
    }

    /** By how much the simulated response times differ, in per cent. */
    List<Double> errors() {
      return each((real, foretold) ->
          100.0
              * Math.abs(foretold.responseMillis() - real.responseMillis())
              / real.responseMillis());
    }

    double sameUse() {
      return live.agreement(simulated, use -> use);
    }

    /** Whether an owner keeps jobs away. */
    double samePresence() {
      return live.agreement(simulated, use -> use == NodeUse.RUNNING ? NodeUse.AVAILABLE : use);
    }
  }

  /** Measures and prints. */
  public void print() throws Exception {
    final List<Pair> pairs = new ArrayList<>();
    final WorkerDelays delays;
    try (TemporaryFolder folder = TemporaryFolder.create();
        LiveOffice office = LiveOffice.start(folder.path(), agents, settings)) {
      delays = calibrated(office);
      System.out.printf(
          Locale.ROOT,
          "Learnt from %d other histories: a start takes %d ms, a change of the number of workers"
              + " %d ms, a migration %d ms, an end %d ms.%n%n",
          calibrations,
          delays.start().toMillis(),
          delays.resize().toMillis(),
          delays.migration().toMillis(),
          delays.end().toMillis());
      System.out.println(
          "| seed | job: live, simulated | error | changes: live, simulated | uses equal |"
              + " presence equal |");
      System.out.println("| --- | --- | --- | --- | --- | --- |");
      for (int run = 0; run < runs; run++) {
        final Pair pair = pair(office, firstSeed + calibrations + run, delays);
        pairs.add(pair);
        row(pair);
      }
    }
    summary(pairs);
    document.write();
  }

  private Pair pair(LiveOffice office, long seed, WorkerDelays delays) throws Exception {
    final long lead =
        OfficeHistory.leadMillis(agents, Duration.ofSeconds(idleAfterSeconds).toMillis());
    final OfficeHistory history =
        OfficeHistory.drawn(
            seed, agents, jobs, lead, lead + Duration.ofSeconds(seconds).toMillis());
    final OfficeRecord live = office.run(history);
    return new Pair(history, live, SimulatedOffice.run(history, live, settings, delays));
  }

  private WorkerDelays calibrated(LiveOffice office) throws Exception {
    final List<Pair> pairs = new ArrayList<>();
    for (int run = 0; run < calibrations; run++) {
      pairs.add(pair(office, firstSeed + run, WorkerDelays.NONE));
    }
    final WorkerDelays changes =
        new WorkerDelays(
            median(
                pairs,
                (real, foretold) ->
                    (real.startedMillis() - real.submittedMillis())
                        - (foretold.startedMillis() - foretold.submittedMillis())),
            measured(pairs, JobTimes::resizeMillis),
            measured(pairs, JobTimes::migrationMillis),
            Duration.ZERO);
    final List<Pair> again =
        pairs.stream()
            .map(pair ->
                new Pair(
                    pair.history(),
                    pair.live(),
                    SimulatedOffice.run(pair.history(), pair.live(), settings, changes)))
            .toList();
    return new WorkerDelays(
        changes.start(),
        changes.resize(),
        changes.migration(),
        median(again, (real, foretold) -> real.responseMillis() - foretold.responseMillis()));
  }

  private static Duration median(List<Pair> pairs, ToDoubleBiFunction<JobTimes, JobTimes> millis) {
    return duration(pairs.stream().flatMap(pair -> pair.each(millis).stream()).toList());
  }

  private static Duration measured(List<Pair> pairs, Function<JobTimes, List<Double>> millis) {
    return duration(
        pairs.stream()
            .flatMap(pair -> pair.live().jobs().stream())
            .flatMap(job -> millis.apply(job).stream())
            .toList());
  }

  private static Duration duration(List<Double> millis) {
    return millis.isEmpty()
        ? Duration.ZERO
        : Duration.ofMillis(Math.max(0, Math.round(new Sample(millis).median())));
  }

  private void row(Pair pair) {
    for (int job = 0; job < pair.live().jobs().size(); job++) {
      final JobTimes real = pair.live().jobs().get(job);
      final JobTimes foretold = pair.simulated().jobs().get(job);
      System.out.printf(
          Locale.ROOT,
          "| %d | %d: %.1f s, %.1f s | %.1f %% | %d, %d | %.2f %% | %.2f %% |%n",
          pair.history().seed(),
          job + 1,
          real.responseMillis() / MILLIS_PER_SECOND,
          foretold.responseMillis() / MILLIS_PER_SECOND,
          pair.errors().get(job),
          real.changes(),
          foretold.changes(),
          100 * pair.sameUse(),
          100 * pair.samePresence());
      final ObjectNode row = document.row();
      row.put("seed", pair.history().seed());
      row.put("job", job + 1);
      row.put("liveMillis", real.responseMillis());
      row.put("simulatedMillis", foretold.responseMillis());
      row.put("liveChanges", real.changes());
      row.put("simulatedChanges", foretold.changes());
      row.put("usesEqual", pair.sameUse());
      row.put("presenceEqual", pair.samePresence());
    }
    System.out.flush();
  }

  private static void summary(List<Pair> pairs) {
    final Sample errors =
        new Sample(pairs.stream().flatMap(pair -> pair.errors().stream()).toList());
    final long nearly =
        pairs.stream()
            .flatMap(pair ->
                pair
                    .each((real, foretold) -> Math.abs(real.changes() - foretold.changes()))
                    .stream())
            .filter(differing -> differing <= 1)
            .count();
    System.out.printf(
        Locale.ROOT,
        "%nResponse times of %d jobs differ by %.1f %% (median), %.1f %% (95th percentile), %.1f %%"
            + " at most; as many changes, or one more or less, in %d of them. Uses of nodes are"
            + " equal for %.2f %% of the time, owners' presence for %.2f %%.%n",
        errors.values().size(),
        errors.median(),
        errors.percentile(0.95),
        errors.most(),
        nearly,
        100 * pairs.stream().mapToDouble(Pair::sameUse).average().orElse(Double.NaN),
        100 * pairs.stream().mapToDouble(Pair::samePresence).average().orElse(Double.NaN));
  }
}
