package io.lull.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** What each change of the demonstration cost, over several whole demonstrations. */
public final class DemoFigures {
  private static final long DEADLINE_MINUTES = 10;
  private static final String[] TIMES = {"waitMs", "prepareMs", "moveMs", "downtimeMs"};

  private DemoFigures() {}

  /**
   * @param options of the demonstration
   */
  public static void print(Path launcher, int rounds, List<String> options)
      throws IOException, InterruptedException {
    final Map<String, List<JsonNode>> changes = new TreeMap<>();
    for (int round = 0; round < rounds; round++) {
      for (final JsonNode event : demonstration(launcher, options).path("job").path("events")) {
        changes
            .computeIfAbsent(
                event.path("kind").asText() + ", " + event.path("cause").asText(),
                k -> new ArrayList<>())
            .add(event);
      }
    }
    System.out.println(
        "| change | seen | bytes moved / least | wait ms | prepare ms | move ms | downtime ms |");
    System.out.println("| --- | --- | --- | --- | --- | --- | --- |");
    changes.forEach((change, events) -> System.out.println(line(change, events)));
  }

  private static String line(String change, List<JsonNode> events) {
    final StringBuilder line =
        new StringBuilder("| ").append(change).append(" | ").append(events.size());
    final double[] ratios =
        events.stream()
            .filter(e -> e.path("bytesLeast").asLong() > 0)
            .mapToDouble(e -> e.path("bytesMoved").asDouble() / e.path("bytesLeast").asDouble())
            .toArray();
    line.append(" | ").append(ratios.length == 0 ? "–" : text(Sample.of(ratios)));
    for (final String time : TIMES) {
      line.append(" | ")
          .append(
              text(Sample.of(events.stream().mapToDouble(e -> e.path(time).asDouble()).toArray())));
    }
    return line.append(" |").toString();
  }

  private static String text(Sample sample) {
    return String.format(
        Locale.ROOT, "%.3g (%.3g to %.3g)", sample.median(), sample.least(), sample.most());
  }

  private static JsonNode demonstration(Path launcher, List<String> options)
      throws IOException, InterruptedException {
    final Path json = Files.createTempFile("lull-bench", ".json");
    try {
      final List<String> command = new ArrayList<>();
      command.add(launcher.toString());
      command.add("demo");
      command.add("--no-window");
      command.add("--json");
      command.add(json.toString());
      command.addAll(options);
      final Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!process.waitFor(DEADLINE_MINUTES, TimeUnit.MINUTES)) {
        process.destroy();
        throw new IOException("the demonstration did not end in " + DEADLINE_MINUTES + " minutes");
      }
      final JsonNode result = new ObjectMapper().readTree(Files.readString(json));
      if (process.exitValue() != 0 || !result.path("verified").asBoolean()) {
        throw new IOException("the demonstration failed with exit code " + process.exitValue());
      }
      return result;
    } finally {
      Files.delete(json);
    }
  }
}
