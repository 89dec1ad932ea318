package io.lull.bench.habit;

import io.lull.bench.FigureDocument;
import io.lull.bench.OptionPairs;
import io.lull.simulator.trace.AvailabilityTrace;
import io.lull.simulator.trace.JobReplay;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/**
 * A job of so many workers lives through what recorded workstations did, with the policy that runs
 * live; counted is how often an owner, or nobody, takes a node from it. Half of the time is for
 * learning and is not counted.
 */
public final class HabitFigures {
  public static final String USAGE =
      """
      lull bench habits --trace FILE [--begin INSTANT] [--workers N,…] [--json FILE]
        --trace FILE     lines of machine,start_s,end_s,state; A and R are idle, O is offline
        --begin INSTANT  when second 0 of the trace was, as 2016-10-03T00:00:00Z, a Monday
        --workers N,…    how many workers the job wants\
      """;

  private static final String TRACE = "--trace";
  private static final String BEGIN = "--begin";
  private static final String WORKERS = "--workers";
  private static final int MOST = 100_000;

  private final Path file;
  private final Instant begin;
  private final List<Integer> workers;
  private final FigureDocument document;

  private HabitFigures(OptionPairs options) {
    file =
        options
            .text(TRACE)
            .map(Path::of)
            .orElseThrow(
                () -> new IllegalArgumentException(TRACE + " is missing; --help says more"));
    if (!Files.isReadable(file)) {
      throw new IllegalArgumentException(TRACE + " " + file + " cannot be read");
    }
    begin = Instant.parse(options.text(BEGIN).orElse("2016-10-03T00:00:00Z"));
    workers = options.wholes(WORKERS, MOST, 20, 50, 100);
    document = options.document();
  }

  /**
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static HabitFigures of(List<String> words) {
    return new HabitFigures(OptionPairs.read(words, TRACE, BEGIN, WORKERS, OptionPairs.JSON));
  }

  public void print() throws IOException {
    final AvailabilityTrace trace = read();
    System.out.println(
        "| workers wanted | had, on average | evictions, by name | by how long idle | by habit |"
            + " fewer than by how long idle |");
    System.out.println("| --- | --- | --- | --- | --- | --- |");
    for (final int wanted : workers) {
      final JobReplay byName = JobReplay.through(trace, begin, wanted, JobReplay.Ranking.NAME);
      final JobReplay byAge = JobReplay.through(trace, begin, wanted, JobReplay.Ranking.IDLE_SINCE);
      final JobReplay byHabit = JobReplay.through(trace, begin, wanted, JobReplay.Ranking.HABIT);
      final double saved = 1 - (double) byHabit.evictions() / byAge.evictions();
      System.out.printf(
          Locale.ROOT,
          "| %d | %.1f | %d | %d | %d | %.0f %% |%n",
          wanted,
          byHabit.meanWorkers(),
          byName.evictions(),
          byAge.evictions(),
          byHabit.evictions(),
          100 * saved);
      document
          .row()
          .put("workers", wanted)
          .put("evictionsByName", byName.evictions())
          .put("evictionsByIdleTime", byAge.evictions())
          .put("evictionsByHabit", byHabit.evictions());
    }
    document.write();
  }

  /** As it is, or compressed when its name ends in .gz. */
  private AvailabilityTrace read() throws IOException {
    try (InputStream raw = Files.newInputStream(file);
        InputStream plain =
            String.valueOf(file.getFileName()).endsWith(".gz") ? new GZIPInputStream(raw) : raw;
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
      return AvailabilityTrace.read(lines, file.toString());
    }
  }
}
