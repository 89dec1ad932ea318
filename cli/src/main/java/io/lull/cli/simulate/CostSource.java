package io.lull.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.protocol.text.Durations;
import io.lull.simulator.sharing.ChangeCost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;

/** What changes of a job cost: a constant, or as they were measured. */
final class CostSource {
  static final String USUAL = "paper:36s";
  static final String NONE = "paper:0s";
  private static final String PAPER = "paper:";
  private static final String MEASURED = "measured:";
  private static final Duration LONGEST = Duration.ofDays(1);

  private CostSource() {}

  /**
   * @param option that it was given with, for messages
   * @param text paper: and a duration, or measured: and a file with a job's JSON
   * @param folder for relative paths
   */
  static ChangeCost of(String option, String text, Path folder) {
    if (text.startsWith(PAPER)) {
      return ChangeCost.ofResize(duration(option, text.substring(PAPER.length())).toMillis());
    }
    if (text.startsWith(MEASURED)) {
      return measured(option, folder.resolve(text.substring(MEASURED.length())));
    }
    throw CommandFailure.badInput(
        option
            + ": '"
            + text
            + "' is not a cost: write it as paper:36s, or measured:FILE with what lull job --json"
            + " printed");
  }

  private static Duration duration(String option, String text) {
    final Duration duration;
    try {
      duration = Durations.parse(text.matches("\\d+") ? text + "s" : text);
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(ExitCode.BAD_INPUT, option + ": " + e.getMessage(), e);
    }
    if (duration.compareTo(LONGEST) > 0) {
      throw CommandFailure.badInput(option + ": at most 1d, not " + text);
    }
    return duration;
  }

  private static ChangeCost measured(String option, Path file) {
    if (!Files.isRegularFile(file)) {
      throw CommandFailure.badInput(option + ": no such file: " + file);
    }
    final JsonNode job;
    try {
      job = new ObjectMapper().readTree(file.toFile());
    } catch (IOException e) {
      throw new CommandFailure(
          ExitCode.BAD_INPUT, option + ": " + file + " is no JSON document", e);
    }
    final List<Double> resizes = downtimes(job, Set.of("grow", "shrink"));
    if (resizes.isEmpty()) {
      throw CommandFailure.badInput(
          option + ": " + file + " has no event of the kind grow or shrink that is done");
    }
    final List<Double> migrations = downtimes(job, Set.of("migrate"));
    final long resize = median(resizes);
    return new ChangeCost(resize, migrations.isEmpty() ? resize / 2 : median(migrations));
  }

  private static List<Double> downtimes(JsonNode job, Set<String> kinds) {
    return StreamSupport.stream(job.path("events").spliterator(), false)
        .filter(event -> kinds.contains(event.path("kind").asText()))
        .filter(event -> event.path("outcome").asText().equals("done"))
        .map(event -> event.path("downtimeMs").asDouble())
        .sorted()
        .toList();
  }

  private static long median(List<Double> sorted) {
    return Math.round(sorted.get(sorted.size() / 2));
  }
}
