package io.lull.bench.validate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.bench.FigureDocument;
import io.lull.bench.OptionPairs;
import io.lull.bench.Sample;
import io.lull.bench.TemporaryFolder;
import io.lull.bench.grid.SmallGrid;
import io.lull.bench.validate.OfficeRecord.JobTimes;
import io.lull.bench.validate.SimulatedOffice.Lived;
import io.lull.simulator.job.WorkerDelays;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How well the exact level of simulation foretells a live grid. */
public final class ValidateFigures {
  public static final String USAGE =
      """
      lull bench validate [--runs K] [--calibrate K] [--again on|off] [--agents N] [--jobs N] [--seconds S] [--idle-after S] [--seed N] [--json FILE]
        --runs K        histories that are compared; 20
        --calibrate K   histories before them, from which it is learnt what starts, changes and ends of jobs take; 4
        --again on|off  live each history that is compared twice on the grid, and compare that, too; off
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
  private static final String AGAIN = "--again";
  private static final String AGENTS = "--agents";
  private static final String JOBS = "--jobs";
  private static final String SECONDS = "--seconds";
  private static final String IDLE_AFTER = "--idle-after";
  private static final String SEED = "--seed";
  private static final double MILLIS_PER_SECOND = 1e3;

  private final int runs;
  private final int calibrations;
  private final boolean again;
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
    again = options.on(AGAIN, false);
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
            words,
            RUNS,
            CALIBRATE,
            AGAIN,
            AGENTS,
            JOBS,
            SECONDS,
            IDLE_AFTER,
            SEED,
            OptionPairs.JSON));
  }

  /** Measures and prints. */
  public void print() throws Exception {
    final List<OfficePair> pairs = new ArrayList<>();
    final List<OfficePair> repeats = new ArrayList<>();
    final List<Lived> lived = new ArrayList<>();
    final WorkerDelays delays;
    try (TemporaryFolder folder = TemporaryFolder.create();
        LiveOffice office = LiveOffice.start(folder.path(), agents, settings)) {
      delays = calibrated(office, lived);
      System.out.printf(
          Locale.ROOT,
          "Learnt from %d other histories: a start takes %d ms, and %d more for each other worker;"
              + " of a worker that joins %d, of a ghost %d; to grow %d, to shrink %d, a migration"
              + " %d, an end %d, and %d until processes are gone.%n%n",
          calibrations,
          delays.starts().first().toMillis(),
          delays.starts().further().toMillis(),
          delays.starts().joiner().toMillis(),
          delays.starts().ghost().toMillis(),
          delays.changes().grow().toMillis(),
          delays.changes().shrink().toMillis(),
          delays.changes().migration().toMillis(),
          delays.ends().outputs().toMillis(),
          delays.ends().exit().toMillis());
      System.out.println(
          "| seed | compared with | job: live, other | error | changes: live, other | uses equal |"
              + " presence equal |");
      System.out.println("| --- | --- | --- | --- | --- | --- | --- |");
      for (int run = 0; run < runs; run++) {
        final OfficePair pair = pair(office, lived, firstSeed + calibrations + run, delays);
        pairs.add(pair);
        row(pair, "simulated");
        if (again) {
          final OfficePair repeat =
              new OfficePair(pair.history(), pair.live(), live(office, lived, pair.history()));
          repeats.add(repeat);
          row(repeat, "again");
        }
      }
    }
    summary("simulated", pairs);
    if (again) {
      summary("lived again", repeats);
    }
    document.write();
  }

  /**
   * @param lived all histories of the grid so far; this one is added
   */
  private OfficePair pair(LiveOffice office, List<Lived> lived, long seed, WorkerDelays delays)
      throws Exception {
    final long lead =
        OfficeHistory.leadMillis(agents, Duration.ofSeconds(idleAfterSeconds).toMillis());
    final OfficeHistory history =
        OfficeHistory.drawn(
            seed, agents, jobs, lead, lead + Duration.ofSeconds(seconds).toMillis());
    final OfficeRecord live = live(office, lived, history);
    return new OfficePair(
        history, live, SimulatedOffice.run(lived, office.beganMillis(), settings, delays));
  }

  private static OfficeRecord live(LiveOffice office, List<Lived> lived, OfficeHistory history)
      throws Exception {
    final OfficeRecord live = office.run(history);
    lived.add(new Lived(history, live));
    return live;
  }

  private WorkerDelays calibrated(LiveOffice office, List<Lived> lived) throws Exception {
    final List<OfficePair> pairs = new ArrayList<>();
    for (int run = 0; run < calibrations; run++) {
      pairs.add(pair(office, lived, firstSeed + run, WorkerDelays.NONE));
    }
    final WorkerDelays delays = new LearntDelays(pairs).ofStartsAndChanges();
    final List<OfficePair> again = new ArrayList<>();
    for (int run = 0; run < pairs.size(); run++) {
      final OfficePair pair = pairs.get(run);
      again.add(
          new OfficePair(
              pair.history(),
              pair.live(),
              SimulatedOffice.run(
                  lived.subList(0, run + 1), office.beganMillis(), settings, delays)));
    }
    return LearntDelays.withEnds(delays, again);
  }

  private void row(OfficePair pair, String other) {
    for (int job = 0; job < pair.live().jobs().size(); job++) {
      final JobTimes real = pair.live().jobs().get(job);
      final JobTimes another = pair.other().jobs().get(job);
      System.out.printf(
          Locale.ROOT,
          "| %d | %s | %d: %.1f s, %.1f s | %.1f %% | %d, %d | %.2f %% | %.2f %% |%n",
          pair.history().seed(),
          other,
          job + 1,
          real.responseMillis() / MILLIS_PER_SECOND,
          another.responseMillis() / MILLIS_PER_SECOND,
          pair.errors().get(job),
          real.changes(),
          another.changes(),
          100 * pair.sameUse(),
          100 * pair.samePresence());
      final ObjectNode row = document.row();
      row.put("seed", pair.history().seed());
      row.put("other", other);
      row.put("job", job + 1);
      row.put("liveMillis", real.responseMillis());
      row.put("otherMillis", another.responseMillis());
      row.put("liveChanges", real.changes());
      row.put("otherChanges", another.changes());
      row.put("usesEqual", pair.sameUse());
      row.put("presenceEqual", pair.samePresence());
    }
    System.out.flush();
  }

  private static void summary(String other, List<OfficePair> pairs) {
    final Sample errors =
        new Sample(pairs.stream().flatMap(pair -> pair.errors().stream()).toList());
    final long nearly =
        pairs.stream()
            .flatMap(pair ->
                pair.each((real, another) -> Math.abs(real.changes() - another.changes())).stream())
            .filter(differing -> differing <= 1)
            .count();
    System.out.printf(
        Locale.ROOT,
        "%nLive and %s: response times of %d jobs differ by %.1f %% (median), %.1f %% (95th"
            + " percentile), %.1f %% at most; as many changes, or one more or less, in %d of them."
            + " Uses of nodes are equal for %.2f %% of the time, owners' presence for %.2f %%.%n",
        other,
        errors.values().size(),
        errors.median(),
        errors.percentile(0.95),
        errors.most(),
        nearly,
        100 * pairs.stream().mapToDouble(OfficePair::sameUse).average().orElse(Double.NaN),
        100 * pairs.stream().mapToDouble(OfficePair::samePresence).average().orElse(Double.NaN));
  }
}
