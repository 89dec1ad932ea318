package io.lull.bench.reclaim;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.bench.ProcessUse;
import io.lull.bench.grid.Child;
import io.lull.bench.grid.Pause;
import io.lull.bench.grid.SmallGrid;
import io.lull.bench.reclaim.Row.Met;
import io.lull.testkit.display.XDisplay;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** What a whole agent costs that watches a display and has nothing to do. */
final class AgentCost implements Measurement {
  private static final long MOST_BYTES = 100_000_000;
  private static final double MOST_SECONDS_AN_HOUR = 5;
  private static final long SETTLES_MILLIS = 15_000;

  private final Options options;
  private final Path folder;

  AgentCost(Options options, Path folder) {
    this.options = options;
    this.folder = folder;
  }

  @Override
  public List<Row> rows() throws IOException, InterruptedException {
    final Optional<String> missing = XDisplay.unavailable();
    if (missing.isPresent()) {
      return List.of(Row.skipped("agent", "< 100 MB, < 5 s", missing.get()));
    }
    final List<Row> rows = new ArrayList<>();
    try (XDisplay display = XDisplay.open();
        SmallGrid grid = SmallGrid.start(folder, "127.0.0.1", UnaryOperator.identity())) {
      final Child agent =
          grid.agent(
              "alpha",
              "x11",
              Map.of(
                  "idle-after",
                  "1s",
                  "cpu-window",
                  "1s",
                  "cpu-threshold",
                  "1.0",
                  "busy-disk",
                  "1.0"),
              Map.of("DISPLAY", display.name()),
              UnaryOperator.identity());
      Pause.millis(SETTLES_MILLIS);
      rows.addAll(quiet("agent", agent));
      rows.addAll(afterAJob(grid, agent));
    }
    return rows;
  }

  /** On a machine that does much else the job may not end in time: the rows before it stand. */
  private List<Row> afterAJob(SmallGrid grid, Child agent) throws InterruptedException {
    final String who = "agent after a job";
    try {
      grid.lull(
          UnaryOperator.identity(),
          "submit",
          "--app",
          "jacobi",
          "--workers",
          "1",
          "--param",
          "size=500",
          "--param",
          "iterations=2000",
          "--wait");
      Pause.millis(SETTLES_MILLIS);
      return quiet(who, agent);
    } catch (IOException e) {
      return List.of(Row.skipped(who, "< 100 MB, < 5 s", String.valueOf(e.getMessage())));
    }
  }

  private List<Row> quiet(String who, Child agent) throws IOException, InterruptedException {
    final ProcessUse before = ProcessUse.of(agent.pid());
    Pause.millis(options.idle().toMillis());
    final ProcessUse after = ProcessUse.of(agent.pid());
    final double seconds = options.idle().toNanos() / 1e9;
    final double cpu = (after.cpuSeconds() - before.cpuSeconds()) / seconds * 3600;
    final double wakeUps = (after.wakeUps() - before.wakeUps()) / seconds;
    final ObjectNode memory = JsonNodeFactory.instance.objectNode();
    memory.put("residentBytes", after.residentBytes());
    memory.put("anonymousBytes", after.anonymousBytes());
    final ObjectNode time = JsonNodeFactory.instance.objectNode();
    time.put("cpuSecondsAnHour", cpu);
    time.put("wakeUpsASecond", wakeUps);
    time.put("windowSeconds", seconds);
    return List.of(
        new Row(
            who + ", resident memory",
            String.format(
                Locale.ROOT,
                "%.1f MB, %.1f MB of it its own",
                after.residentBytes() / 1e6,
                after.anonymousBytes() / 1e6),
            "< 100 MB",
            Met.when(after.residentBytes() < MOST_BYTES),
            memory),
        new Row(
            who + ", processor time of an idle hour",
            String.format(
                Locale.ROOT, "%.1f s (from %.0f s), %.1f wake-ups a second", cpu, seconds, wakeUps),
            "< 5 s",
            Met.when(cpu < MOST_SECONDS_AN_HOUR),
            time));
  }
}
