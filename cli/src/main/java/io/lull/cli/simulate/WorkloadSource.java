package io.lull.cli.simulate;

import io.lull.cli.exit.CommandFailure;
import io.lull.protocol.text.Durations;
import io.lull.simulator.sharing.ParallelJob;
import io.lull.simulator.sharing.Speedup;
import io.lull.simulator.workload.LoggedJob;
import io.lull.simulator.workload.MadeUpJobs;
import io.lull.simulator.workload.WorkloadLog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * The jobs of a simulation: of a log, or made up.
 *
 * @param file empty: they are made up
 * @param about what they are, in a sentence
 */
record WorkloadSource(
    Optional<SimulationInput<WorkloadLog>> file, List<LoggedJob> jobs, String about) {
  static final String USUAL = "count=200,processors=16,run=1h,gap=30m";
  private static final int MILLIS = 1000;
  private static final int MOST_PROCESSORS = 100_000;

  /**
   * @param option that names it, for messages
   * @param text a specification, if it has an equals sign and is no file
   * @param path the file that it could be
   */
  static WorkloadSource of(String option, String text, Path path, long seed) {
    if (text.contains("=") && !path.toFile().exists()) {
      final MadeUpJobs jobs = madeUp(option, text);
      return new WorkloadSource(
          Optional.empty(),
          jobs.draw(seed),
          "The jobs are made up: " + text + ", seed " + seed + ".");
    }
    final SimulationInput<WorkloadLog> file = SimulationInput.read(option, path, WorkloadLog::read);
    return new WorkloadSource(
        Optional.of(file),
        file.content().jobs(),
        "The jobs are those of "
            + file.name()
            + ", SHA-256 "
            + file.sha256()
            + "; "
            + file.content().guessed()
            + " had requested no time, "
            + file.content().rejects().count()
            + " lines were left out. Each may use any number of machines from one to the"
            + " processors that it had, where a policy allows it.");
  }

  private static MadeUpJobs madeUp(String option, String text) {
    final Map<String, String> values = new LinkedHashMap<>();
    for (final String each : text.split(",")) {
      final String[] two = each.split("=", 2);
      values.put(two[0].strip(), two.length == 2 ? two[1].strip() : "");
    }
    if (!new TreeSet<>(values.keySet())
        .equals(new TreeSet<>(List.of("count", "processors", "run", "gap")))) {
      throw CommandFailure.badInput(
          option + ": '" + text + "' is neither a file nor a specification such as " + USUAL);
    }
    return new MadeUpJobs(
        number(option, "count", values, WorkloadLog.MOST_JOBS),
        number(option, "processors", values, MOST_PROCESSORS),
        seconds(option, "run", values),
        seconds(option, "gap", values));
  }

  private static int number(String option, String key, Map<String, String> values, int most) {
    final String text = values.getOrDefault(key, "");
    if (!text.matches("[1-9]\\d{0,8}") || Integer.parseInt(text) > most) {
      throw CommandFailure.badInput(
          option + ": " + key + " is a number from 1 to " + most + ", not '" + text + "'");
    }
    return Integer.parseInt(text);
  }

  private static double seconds(String option, String key, Map<String, String> values) {
    try {
      final double seconds =
          Durations.parse(values.getOrDefault(key, "")).toMillis() / (double) MILLIS;
      if (seconds >= 1) {
        return seconds;
      }
    } catch (IllegalArgumentException e) {
      // Said below, like a time that is too short.
    }
    throw CommandFailure.badInput(
        option + ": " + key + " is a duration of at least 1s, not '" + values.get(key) + "'");
  }

  /**
   * Those that are submitted while the trace lasts, numbered in the order of submission. Where both
   * the trace and the log say when they began, jobs come when they came; else the first comes when
   * the trace begins.
   *
   * @param traceBegan in epoch milliseconds; empty: not known
   */
  List<ParallelJob> during(long endMillis, OptionalLong traceBegan, Speedup speedup) {
    final List<ParallelJob> all = new ArrayList<>();
    final OptionalLong logged =
        file.isEmpty() ? OptionalLong.empty() : file.get().content().beganMillis();
    final long first =
        traceBegan.isPresent() && logged.isPresent()
            ? traceBegan.getAsLong() - logged.getAsLong()
            : jobs.isEmpty() ? 0 : jobs.getFirst().submitSeconds() * MILLIS;
    for (final LoggedJob job : jobs) {
      final long submit = job.submitSeconds() * MILLIS - first;
      if (submit >= 0 && submit < endMillis) {
        all.add(
            new ParallelJob(
                all.size() + 1,
                submit,
                job.processors(),
                job.runSeconds() * MILLIS * speedup.on(job.processors()),
                speedup,
                job.requestedSeconds() * MILLIS));
      }
    }
    return all;
  }
}
