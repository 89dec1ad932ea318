package io.lull.bench.load;

import io.lull.bench.FigureDocument;
import io.lull.bench.OptionPairs;
import io.lull.bench.ProgramJar;
import io.lull.bench.Sample;
import io.lull.bench.TemporaryFolder;
import io.lull.bench.grid.SmallGrid;
import io.lull.client.grid.GridClient;
import io.lull.protocol.model.JobState;
import io.lull.protocol.model.NodeState;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.Bag;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.JobView;
import io.lull.testkit.time.Eventually;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A bag of empty tasks over a few agents of this machine, as command lines and in Java, beside
 * programs that run the same. Before each round all nodes are idle: no worker runs.
 */
public final class BagFigures {
  public static final String USAGE =
      """
      lull bench bag [--tasks N] [--agents N] [--rounds K] [--peer NAME=COMMAND]... [--standing NAME=COMMAND]...
                     [--json FILE]
        --peer NAME=COMMAND   another program that runs the same number of empty tasks, timed as a whole: its words are
                              separated by spaces, and {tasks} stands for how many. GNU parallel:
                              --peer "GNU parallel=testing/bench/peers/parallel-true {tasks}"
        --standing NAME=COMMAND   one that stands ready all the time, and is asked for each round. JPPF, with four nodes of two
                              threads each:
                              --standing "JPPF=testing/bench/peers/jppf-empty 4 2"
      The last of these is what all are compared with. "one task" is a bag of a single empty task in Java: mostly a worker's start.\
      """;

  private static final String TASKS = "--tasks";
  private static final String AGENTS = "--agents";
  private static final String STANDING = "--standing";
  private static final String COMMANDS = "Lull, command lines";
  private static final String CLASSES = "Lull, in Java";
  private static final String ONE = "Lull, in Java, one task";
  private static final Duration IDLE_WITHIN = Duration.ofSeconds(60);
  private static final int MOST_TASKS = 10_000;
  private static final int MOST_AGENTS = 64;
  private static final long PEER_MINUTES = 10;

  private final int tasks;
  private final int agents;
  private final int rounds;
  private final Map<String, List<String>> peers;
  private final Map<String, List<String>> standing;
  private final FigureDocument document;

  private BagFigures(OptionPairs options) {
    tasks = options.whole(TASKS, MOST_TASKS, 2000);
    agents = options.whole(AGENTS, MOST_AGENTS, 4);
    rounds = options.whole(OptionPairs.ROUNDS, 100, 3);
    peers = options.peers();
    standing = options.commands(STANDING);
    document = options.document();
  }

  /**
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static BagFigures of(List<String> words) {
    return new BagFigures(
        OptionPairs.read(
            words,
            TASKS,
            AGENTS,
            OptionPairs.ROUNDS,
            OptionPairs.PEER,
            STANDING,
            OptionPairs.JSON));
  }

  /** Measures and prints. */
  public void print() throws Exception {
    final Map<String, List<Double>> taken = new LinkedHashMap<>();
    try (TemporaryFolder folder = TemporaryFolder.create();
        SmallGrid grid = SmallGrid.start(folder.path(), "127.0.0.1", UnaryOperator.identity())) {
      final Path away = Files.writeString(folder.path().resolve("away"), "0 mains\n");
      final Map<String, String> settings = SmallGrid.ownersByInput("1s", Map.of());
      for (int agent = 1; agent <= agents; agent++) {
        grid.agent("pc" + agent, "script:" + away, settings, Map.of(), UnaryOperator.identity());
      }
      final Map<String, StandingPeer> ready = new LinkedHashMap<>();
      try (GridClient client = grid.client()) {
        for (final Map.Entry<String, List<String>> each : standing.entrySet()) {
          ready.put(
              each.getKey(), StandingPeer.start(each.getKey(), each.getValue(), folder.path()));
        }
        final Blob jar =
            client.upload(
                ProgramJar.of(folder.path().resolve("empty.jar"), EmptyTask.class),
                (_, _, _) -> {});
        // The first round finds code that was never run.
        for (int round = -1; round < rounds; round++) {
          final Map<String, Double> one = round(client, jar, ready);
          if (round >= 0) {
            one.forEach(
                (who, micros) -> taken.computeIfAbsent(who, _ -> new ArrayList<>()).add(micros));
          }
        }
      } finally {
        ready.values().forEach(StandingPeer::close);
      }
    }
    table(taken);
  }

  private Map<String, Double> round(GridClient client, Blob jar, Map<String, StandingPeer> ready)
      throws IOException, InterruptedException {
    final Map<String, Double> micros = new LinkedHashMap<>();
    micros.put(
        COMMANDS,
        bag(
            client,
            JobSpec.newBuilder().setBag(Bag.newBuilder().addCommand("true").setTasks(tasks))));
    micros.put(CLASSES, bag(client, inJava(jar, tasks)));
    micros.put(ONE, bag(client, inJava(jar, 1)));
    for (final Map.Entry<String, List<String>> peer : peers.entrySet()) {
      micros.put(peer.getKey(), peer(peer.getValue()));
    }
    for (final Map.Entry<String, StandingPeer> peer : ready.entrySet()) {
      micros.put(peer.getKey(), peer.getValue().micros(tasks));
    }
    return micros;
  }

  private static JobSpec.Builder inJava(Blob jar, int number) {
    return JobSpec.newBuilder()
        .setProgram(jar)
        .setMainClass(EmptyTask.class.getName())
        .setBag(Bag.newBuilder().setTasks(number));
  }

  private double bag(GridClient client, JobSpec.Builder spec) {
    awaitIdle(client);
    final int number = spec.getBag().getTasks();
    final long begin = SystemClock.INSTANCE.nanos();
    final String job = client.submit(spec.setMaxWorkers(agents).build()).getJob();
    final JobView end = client.watch(job, _ -> {}, () -> {});
    final double micros = (SystemClock.INSTANCE.nanos() - begin) / 1e3 / number;
    if (JobState.of(end.getState()) != JobState.FINISHED || end.getTasks().getDone() != number) {
      throw new IllegalStateException(job + " did not end well: " + end.getError());
    }
    return micros;
  }

  /** As JPPF's grid is: ready, and nothing of the job before is left. */
  private static void awaitIdle(GridClient client) {
    Eventually.await(
        "all nodes are idle",
        IDLE_WITHIN,
        () ->
            client.nodes().stream()
                .allMatch(node -> NodeState.of(node.getState()) == NodeState.AVAILABLE));
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
    final String last =
        Stream.concat(peers.keySet().stream(), standing.keySet().stream())
            .reduce(CLASSES, (_, next) -> next);
    final double base = new Sample(taken.getOrDefault(last, List.of())).median();
    System.out.println("| who | tasks | a task, median (least to most) | against " + last + " |");
    System.out.println("| --- | --- | --- | --- |");
    for (final Map.Entry<String, List<Double>> each : taken.entrySet()) {
      final Sample sample = new Sample(each.getValue());
      final int number = each.getKey().equals(ONE) ? 1 : tasks;
      System.out.printf(
          Locale.ROOT,
          "| %s | %d | %s | %s |%n",
          each.getKey(),
          number,
          sample.in("µs"),
          number == 1 ? "" : String.format(Locale.ROOT, "%.2f", sample.median() / base));
      document
          .row()
          .put("who", each.getKey())
          .put("tasks", number)
          .put("microsPerTask", sample.median())
          .put("leastMicros", sample.least())
          .put("mostMicros", sample.most());
    }
    document.write();
  }
}
