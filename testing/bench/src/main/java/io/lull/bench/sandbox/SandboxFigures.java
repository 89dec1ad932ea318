package io.lull.bench.sandbox;

import io.lull.bench.FigureDocument;
import io.lull.bench.OptionPairs;
import io.lull.bench.ProgramJar;
import io.lull.bench.Sample;
import io.lull.bench.TemporaryFolder;
import io.lull.bench.grid.Pause;
import io.lull.bench.grid.SmallGrid;
import io.lull.bench.load.EmptyTask;
import io.lull.client.grid.GridClient;
import io.lull.protocol.model.JobState;
import io.lull.protocol.model.NodeState;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.Bag;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.Parameter;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The same jobs by turns on two agents that confine their guests and on two that do not: sweeps of
 * one worker, sweeps of two that wait for each other's borders, and a bag of empty tasks.
 */
public final class SandboxFigures {
  public static final String USAGE =
      """
      lull bench sandbox [--size CELLS] [--seconds N] [--tasks N] [--rounds K] [--json FILE]
        --size CELLS   on a side of the grid of one worker; 1000
        --seconds N    that each job's sweeps are watched; 5
        --tasks N      of a bag; 2000
      Two agents confine their guests as strictly as this computer can, with a list of system calls and no network; two do not,
      by a policy that allows it, with bubblewrap hidden from them, which only root can do. "borders" is a grid of 128 cells a
      side on two workers: the time of a sweep is mostly that of two messages.\
      """;

  private static final String SIZE = "--size";
  private static final String SECONDS = "--seconds";
  private static final String TASKS = "--tasks";
  private static final int SMALL = 128;
  private static final String ROOM = "room";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Its compiler has seen the sweep by then. */
  private static final Duration WARM = Duration.ofSeconds(3);

  private static final double NANOS_PER_MICRO = 1e3;

  /** Whether guests are confined. */
  private enum Where {
    SANDBOX,
    OUTSIDE;

    String room() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private enum What {
    SWEEP("a sweep of one worker"),
    BORDERS("a sweep of two, borders"),
    BAG("a task of a bag");

    private final String words;

    What(String words) {
      this.words = words;
    }
  }

  private final int size;
  private final Duration watched;
  private final int tasks;
  private final int rounds;
  private final FigureDocument document;

  private SandboxFigures(OptionPairs options) {
    size = options.whole(SIZE, 64, 1 << 13, 1000);
    watched = Duration.ofSeconds(options.whole(SECONDS, 600, 5));
    tasks = options.whole(TASKS, 10_000, 2000);
    rounds = options.whole(OptionPairs.ROUNDS, 100, 5);
    document = options.document();
  }

  /**
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static SandboxFigures of(List<String> words) {
    return new SandboxFigures(
        OptionPairs.read(words, SIZE, SECONDS, TASKS, OptionPairs.ROUNDS, OptionPairs.JSON));
  }

  /** Measures and prints. */
  public void print() throws Exception {
    final Map<What, Map<Where, List<Double>>> taken = new EnumMap<>(What.class);
    try (TemporaryFolder folder = TemporaryFolder.create();
        SmallGrid grid = SmallGrid.start(folder.path(), "127.0.0.1", command -> command)) {
      startAgents(grid, folder.path());
      try (GridClient client = grid.client()) {
        final Blob sweeps = jar(client, folder.path(), StampedSweep.class);
        final Blob empty = jar(client, folder.path(), EmptyTask.class);
        for (int round = 0; round < rounds; round++) {
          final Where first = round % 2 == 0 ? Where.SANDBOX : Where.OUTSIDE;
          final Where second = round % 2 == 0 ? Where.OUTSIDE : Where.SANDBOX;
          for (final Where where : List.of(first, second)) {
            add(taken, What.SWEEP, where, sweep(client, folder.path(), sweeps, where, 1, size));
            add(taken, What.BORDERS, where, sweep(client, folder.path(), sweeps, where, 2, SMALL));
            add(taken, What.BAG, where, bag(client, empty, where));
          }
        }
      }
    }
    table(taken);
  }

  private static void add(
      Map<What, Map<Where, List<Double>>> taken, What what, Where where, double micros) {
    taken
        .computeIfAbsent(what, _ -> new EnumMap<>(Where.class))
        .computeIfAbsent(where, _ -> new ArrayList<>())
        .add(micros);
  }

  private static Blob jar(GridClient client, Path folder, Class<?> program) throws IOException {
    return client.upload(
        ProgramJar.of(folder.resolve(program.getSimpleName() + ".jar"), program), (_, _, _) -> {});
  }

  private static void startAgents(SmallGrid grid, Path folder)
      throws IOException, InterruptedException {
    final Path away = Files.writeString(folder.resolve("away"), "0 mains\n");
    final Path policy =
        Files.writeString(folder.resolve("policy"), "require-isolation { at-least = any }\n");
    for (int i = 1; i <= 2; i++) {
      for (final Where where : Where.values()) {
        grid.agent(
            where.room() + i,
            "script:" + away,
            Map.of(
                "idle-after", "1s",
                "cpu-window", "1s",
                "cpu-threshold", "1.0",
                "busy-disk", "1.0",
                "require-isolation", where == Where.SANDBOX ? "sandbox" : "any",
                "labels", ROOM + "=" + where.room()),
            Map.of(),
            command -> where == Where.SANDBOX ? command : outside(command, policy));
      }
    }
  }

  /** Only agents have a policy. */
  private static List<String> outside(List<String> command, Path policy) {
    return command.contains("agent")
        ? Stream.of(
                List.of(
                    "unshare",
                    "--mount",
                    "sh",
                    "-c",
                    "mount --bind /dev/null /usr/bin/bwrap && exec \"$0\" \"$@\""),
                command,
                List.of("--policy", policy.toString()))
            .flatMap(List::stream)
            .toList()
        : command;
  }

  private static JobSpec.Builder spec(Blob program, Class<?> main, Where where, int workers) {
    return JobSpec.newBuilder()
        .setProgram(program)
        .setMainClass(main.getName())
        .setMinWorkers(workers)
        .setMaxWorkers(workers)
        .setCheckpoint("off")
        .setRequire("label." + ROOM + " == " + where.room());
  }

  private static void awaitIdle(GridClient client) {
    Eventually.await(
        "all nodes are idle",
        PATIENCE,
        () ->
            client.nodes().stream()
                .allMatch(node -> NodeState.of(node.getState()) == NodeState.AVAILABLE));
  }

  /** Microseconds, the median of the sweeps that were watched. */
  private double sweep(
      GridClient client, Path folder, Blob program, Where where, int workers, int cells)
      throws IOException, InterruptedException {
    awaitIdle(client);
    final JobSpec.Builder spec = spec(program, StampedSweep.class, where, workers);
    StampedSweep.parameters(cells)
        .forEach((name, value) ->
            spec.addParameters(Parameter.newBuilder().setName(name).setValue(value)));
    final String job = client.submit(spec.build()).getJob();
    try {
      Eventually.await(
          job + " computes",
          PATIENCE,
          () -> {
            final JobView view = client.job(job);
            if (JobState.of(view.getState()).ended()) {
              throw new IllegalStateException(job + " has ended: " + view.getError());
            }
            return view.getIteration() > 0;
          });
      Pause.millis(WARM.toMillis() + watched.toMillis());
      return median(StampedSweep.stamps(log(folder, job)));
    } finally {
      client.cancel(job);
      Eventually.await(
          job + " is over", PATIENCE, () -> JobState.of(client.job(job).getState()).ended());
    }
  }

  /** Of its first worker, on whichever agent that is. */
  private static Path log(Path folder, String job) throws IOException {
    for (final Where where : Where.values()) {
      for (int i = 1; i <= 2; i++) {
        final Path log =
            folder.resolve(where.room() + i).resolve("work/" + job + "-w1").resolve("log.txt");
        if (Files.exists(log)) {
          return log;
        }
      }
    }
    throw new IOException("no agent has the log of " + job);
  }

  private double median(long[] stamps) {
    final long from = stamps[stamps.length - 1] - watched.toNanos();
    final List<Double> micros = new ArrayList<>();
    for (int i = 1; i < stamps.length; i++) {
      if (stamps[i - 1] >= from) {
        micros.add((stamps[i] - stamps[i - 1]) / NANOS_PER_MICRO);
      }
    }
    return new Sample(micros).median();
  }

  /** Microseconds for each task, with all that a bag needs from its submission to its end. */
  private double bag(GridClient client, Blob program, Where where) {
    awaitIdle(client);
    final long begin = SystemClock.INSTANCE.nanos();
    final String job =
        client
            .submit(
                spec(program, EmptyTask.class, where, 1)
                    .setMaxWorkers(2)
                    .setBag(Bag.newBuilder().setTasks(tasks))
                    .build())
            .getJob();
    final JobView end = client.watch(job, _ -> {}, () -> {});
    final double micros = (SystemClock.INSTANCE.nanos() - begin) / NANOS_PER_MICRO / tasks;
    if (JobState.of(end.getState()) != JobState.FINISHED || end.getTasks().getDone() != tasks) {
      throw new IllegalStateException(job + " did not end well: " + end.getError());
    }
    return micros;
  }

  private void table(Map<What, Map<Where, List<Double>>> taken) throws IOException {
    System.out.println("| what | in the sandbox, median (least to most) | outside | ratio |");
    System.out.println("| --- | --- | --- | --- |");
    taken.forEach((what, each) -> {
      final Sample inside = new Sample(each.getOrDefault(Where.SANDBOX, List.of()));
      final Sample outside = new Sample(each.getOrDefault(Where.OUTSIDE, List.of()));
      final double ratio = inside.median() / outside.median();
      System.out.printf(
          Locale.ROOT,
          "| %s | %s | %s | %.3f |%n",
          what.words,
          inside.in("µs"),
          outside.in("µs"),
          ratio);
      document
          .row()
          .put("what", what.words)
          .put("sandboxMicros", inside.median())
          .put("outsideMicros", outside.median())
          .put("ratio", ratio);
    });
    document.write();
  }
}
