package io.lull.bench.load;

import io.lull.bench.FigureDocument;
import io.lull.bench.OptionPairs;
import io.lull.bench.Sample;
import io.lull.bench.TemporaryFolder;
import io.lull.bench.grid.SmallGrid;
import io.lull.client.grid.GridClient;
import io.lull.protocol.model.JobState;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.Bag;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.JobView;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** A bag of empty tasks over a few agents of this machine, beside programs that run the same. */
public final class BagFigures {
  public static final String USAGE =
      """
      lull bench bag [--tasks N] [--agents N] [--rounds K] [--peer NAME=COMMAND]... [--json FILE]
        --peer NAME=COMMAND   another program that runs the same number of empty tasks, timed as a whole: its words are
                              separated by spaces, and {tasks} stands for how many. GNU parallel:
                              --peer "GNU parallel=testing/bench/peers/parallel-true {tasks}"\
      """;

  private static final String TASKS = "--tasks";
  private static final String AGENTS = "--agents";
  private static final int MOST_TASKS = 10_000;
  private static final int MOST_AGENTS = 64;
  private static final long PEER_MINUTES = 10;

  private final int tasks;
  private final int agents;
  private final int rounds;
  private final Map<String, List<String>> peers;
  private final FigureDocument document;

  private BagFigures(OptionPairs options) {
    tasks = options.whole(TASKS, MOST_TASKS, 2000);
    agents = options.whole(AGENTS, MOST_AGENTS, 4);
    rounds = options.whole(OptionPairs.ROUNDS, 100, 3);
    peers = options.peers();
    document = options.document();
  }

  /**
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static BagFigures of(List<String> words) {
    return new BagFigures(
        OptionPairs.read(
            words, TASKS, AGENTS, OptionPairs.ROUNDS, OptionPairs.PEER, OptionPairs.JSON));
  }

  /** Measures and prints. */
  public void print() throws Exception {
    final Map<String, List<Double>> taken = new LinkedHashMap<>();
    try (TemporaryFolder folder = TemporaryFolder.create();
        SmallGrid grid = SmallGrid.start(folder.path(), "127.0.0.1", UnaryOperator.identity())) {
      final Path away = Files.writeString(folder.path().resolve("away"), "0 mains\n");
      final Map<String, String> settings = Map.of("idle-after", "1s", "cpu-threshold", "1.0");
      for (int agent = 1; agent <= agents; agent++) {
        grid.agent("pc" + agent, "script:" + away, settings, Map.of(), UnaryOperator.identity());
      }
      try (GridClient client = grid.client()) {
        // The first round finds code that was never run.
        for (int round = -1; round < rounds; round++) {
          final double micros = bag(client);
          if (round >= 0) {
            taken.computeIfAbsent("Lull", _ -> new ArrayList<>()).add(micros);
          }
          for (final Map.Entry<String, List<String>> peer : peers.entrySet()) {
            final double peerMicros = peer(peer.getValue());
            if (round >= 0) {
              taken.computeIfAbsent(peer.getKey(), _ -> new ArrayList<>()).add(peerMicros);
            }
          }
        }
      }
    }
    table(taken);
  }

  private double bag(GridClient client) {
    final long begin = SystemClock.INSTANCE.nanos();
    final String job =
        client.submit(
            JobSpec.newBuilder()
                .setMaxWorkers(agents)
                .setBag(Bag.newBuilder().addCommand("true").setTasks(tasks))
                .build());
    final JobView end = client.watch(job, _ -> {}, () -> {});
    final double micros = (SystemClock.INSTANCE.nanos() - begin) / 1e3 / tasks;
    if (JobState.of(end.getState()) != JobState.FINISHED || end.getTasks().getDone() != tasks) {
      throw new IllegalStateException(job + " did not end well: " + end.getError());
    }
    return micros;
  }

  private double peer(List<String> command) throws IOException, InterruptedException {
    final List<String> words =
        command.stream().map(word -> word.replace("{tasks}", String.valueOf(tasks))).toList();
    final long begin = SystemClock.INSTANCE.nanos();
    final Process process =
        new ProcessBuilder(words)
            .redirectOutput(new File("/dev/null"))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    if (!process.waitFor(PEER_MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException(String.join(" ", words) + " did not end well");
    }
    return (SystemClock.INSTANCE.nanos() - begin) / 1e3 / tasks;
  }

  private void table(Map<String, List<Double>> taken) throws IOException {
    System.out.println("| who | tasks | a task, median (least to most) | against Lull |");
    System.out.println("| --- | --- | --- | --- |");
    final double own = new Sample(taken.getOrDefault("Lull", List.of())).median();
    for (final Map.Entry<String, List<Double>> each : taken.entrySet()) {
      final Sample sample = new Sample(each.getValue());
      System.out.printf(
          Locale.ROOT,
          "| %s | %d | %s | %.2f |%n",
          each.getKey(),
          tasks,
          sample.in("µs"),
          sample.median() / own);
      document
          .row()
          .put("who", each.getKey())
          .put("tasks", tasks)
          .put("microsPerTask", sample.median())
          .put("leastMicros", sample.least())
          .put("mostMicros", sample.most());
    }
    document.write();
  }
}
