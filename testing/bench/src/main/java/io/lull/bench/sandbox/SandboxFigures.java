package io.lull.bench.sandbox;

import io.lull.bench.FigureDocument;
import io.lull.bench.OptionPairs;
import io.lull.bench.ProgramJar;
import io.lull.bench.Sample;
import io.lull.bench.TemporaryFolder;
import io.lull.bench.grid.Child;
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
import io.lull.testkit.process.Tools;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The same jobs by turns on two agents that confine their guests and on two that do not: sweeps of
 * one worker, sweeps of two that wait for each other's borders, and a bag of empty tasks.
 */
public final class SandboxFigures {
  public static final String USAGE =
      """
      lull bench sandbox [--only WHAT] [--size CELLS] [--turns N] [--tasks N] [--rounds K] [--json FILE]
        --only WHAT    sweep, borders or bag
        --size CELLS   on a side of the grid of one worker; 1000
        --turns N      of each job of sweeps in a round; 20
        --tasks N      of a bag; 2000
      Two agents confine their guests as strictly as this computer can, with a list of system calls and no network; two do not,
      by a policy that allows it, with bubblewrap hidden from them, which only root can do. "borders" is a grid of 128 cells a
      side on two workers: the time of a sweep is mostly that of two messages. Two jobs of sweeps, one of each kind, run by turns
      of 0.2 s; a round's ratio is the median of the ratios of turns that follow each other. Each worker has a core of its own, by
      taskset where there is one. With perf(1), how many system calls a sweep of two workers makes is counted, too.\
      """;

  private static final String ONLY = "--only";
  private static final String SIZE = "--size";
  private static final String TURNS = "--turns";
  private static final String TASKS = "--tasks";
  private static final int SMALL = 128;
  private static final String ROOM = "room";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Its compiler has seen the sweep by then. */
  private static final Duration WARM = Duration.ofSeconds(3);

  private static final double NANOS_PER_MICRO = 1e3;

  /**
   * What all rounds have given, each list in the order of the rounds.
   *
   * @param inside microseconds
   * @param outside microseconds
   * @param ratios of the two, of the same round
   * @param calls of the system for each sweep inside, where they were counted
   */
  private record Taken(
      List<Double> inside, List<Double> outside, List<Double> ratios, List<Double> calls) {
    Taken() {
      this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    void add(double in, double out, double ratio) {
      inside.add(in);
      outside.add(out);
      ratios.add(ratio);
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

    static What of(String name) {
      return Arrays.stream(values())
          .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(name))
          .findFirst()
          .orElseThrow(() ->
              new IllegalArgumentException(ONLY + " is sweep, borders or bag, not '" + name + "'"));
    }
  }

  private final List<What> measured;
  private final int size;
  private final int turns;
  private final int tasks;
  private final boolean countsCalls = Tools.missing("perf").isEmpty();
  private final int rounds;
  private final FigureDocument document;

  private SandboxFigures(OptionPairs options) {
    measured =
        options
            .text(ONLY)
            .map(word -> List.of(What.of(word)))
            .orElseGet(() -> List.of(What.values()));
    size = options.whole(SIZE, 64, 1 << 13, 1000);
    turns = options.whole(TURNS, 1000, 20);
    tasks = options.whole(TASKS, 10_000, 2000);
    rounds = options.whole(OptionPairs.ROUNDS, 100, 5);
    document = options.document();
  }

  /**
   * @throws IllegalArgumentException with one line, when an option cannot be used
   */
  public static SandboxFigures of(List<String> words) {
    return new SandboxFigures(
        OptionPairs.read(words, ONLY, SIZE, TURNS, TASKS, OptionPairs.ROUNDS, OptionPairs.JSON));
  }

  /** Measures and prints. */
  public void print() throws Exception {
    final Map<What, Taken> taken = new EnumMap<>(What.class);
    for (final What what : measured) {
      taken.put(what, new Taken());
    }
    try (TemporaryFolder folder = TemporaryFolder.create();
        SmallGrid grid = SmallGrid.start(folder.path(), "127.0.0.1", command -> command)) {
      final Map<SandboxUse, Map<Path, Child>> agents = startAgents(grid, folder.path());
      try (GridClient client = grid.client()) {
        final Blob sweeps = jar(client, folder.path(), StampedSweep.class);
        final Blob empty = jar(client, folder.path(), EmptyTask.class);
        for (int round = 0; round < rounds; round++) {
          // Whichever comes first may have an advantage, so the two take turns at that, too.
          final SandboxUse first = round % 2 == 0 ? SandboxUse.SANDBOX : SandboxUse.OUTSIDE;
          for (final What what : measured) {
            final Taken into = Objects.requireNonNull(taken.get(what));
            switch (what) {
              case SWEEP -> sweeps(client, agents, sweeps(sweeps, 1, size), first, into);
              case BORDERS -> sweeps(client, agents, sweeps(sweeps, 2, SMALL), first, into);
              case BAG -> bags(client, empty, first, into);
            }
          }
        }
      }
    }
    table(taken);
  }

  private static Blob jar(GridClient client, Path folder, Class<?> program) throws IOException {
    return client.upload(
        ProgramJar.of(folder.resolve(program.getSimpleName() + ".jar"), program), (_, _, _) -> {});
  }

  /** Each with the folder of its data. */
  private static Map<SandboxUse, Map<Path, Child>> startAgents(SmallGrid grid, Path folder)
      throws IOException, InterruptedException {
    final Map<SandboxUse, Map<Path, Child>> agents = new EnumMap<>(SandboxUse.class);
    final Path away = Files.writeString(folder.resolve("away"), "0 mains\n");
    final Path policy =
        Files.writeString(folder.resolve("policy"), "require-isolation { at-least = any }\n");
    for (int i = 1; i <= 2; i++) {
      for (final SandboxUse place : SandboxUse.values()) {
        final String name = place.label() + i;
        final Child agent =
            grid.agent(
                name,
                "script:" + away,
                SmallGrid.ownersByInput(
                    "1s",
                    Map.of(
                        "require-isolation",
                        place == SandboxUse.SANDBOX ? "sandbox" : "any",
                        "labels",
                        ROOM + "=" + place.label())),
                Map.of(),
                command -> place == SandboxUse.SANDBOX ? command : outside(command, policy));
        agents.computeIfAbsent(place, _ -> new LinkedHashMap<>()).put(folder.resolve(name), agent);
      }
    }
    return agents;
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

  private static JobSpec.Builder spec(Blob program, Class<?> main, int workers) {
    return JobSpec.newBuilder()
        .setProgram(program)
        .setMainClass(main.getName())
        .setMinWorkers(workers)
        .setMaxWorkers(workers)
        .setCheckpoint("off");
  }

  private static JobSpec.Builder sweeps(Blob program, int workers, int cells) {
    final JobSpec.Builder spec = spec(program, StampedSweep.class, workers);
    StampedSweep.parameters(cells)
        .forEach((name, value) ->
            spec.addParameters(Parameter.newBuilder().setName(name).setValue(value)));
    return spec;
  }

  private static JobSpec at(SandboxUse place, JobSpec.Builder spec) {
    return spec.setRequire("label." + ROOM + " == " + place.label()).build();
  }

  private static void awaitIdle(GridClient client) {
    Eventually.await(
        "all nodes are idle",
        PATIENCE,
        () ->
            client.nodes().stream()
                .allMatch(node -> NodeState.of(node.getState()) == NodeState.AVAILABLE));
  }

  private void sweeps(
      GridClient client,
      Map<SandboxUse, Map<Path, Child>> agents,
      JobSpec.Builder spec,
      SandboxUse first,
      Taken into)
      throws IOException, InterruptedException {
    awaitIdle(client);
    final SandboxUse second = first.other();
    try (SweepingJob one = SweepingJob.start(client, at(first, spec));
        SweepingJob two = SweepingJob.start(client, at(second, spec))) {
      Pause.millis(WARM.toMillis());
      final TurnTaking.Program begins = one.program(Objects.requireNonNull(agents.get(first)));
      final TurnTaking.Program follows = two.program(Objects.requireNonNull(agents.get(second)));
      final TurnTaking.Taken both = TurnTaking.of(begins, follows, turns);
      final double firstMicros = new Sample(both.first()).median();
      final double secondMicros = new Sample(both.second()).median();
      if (first == SandboxUse.SANDBOX) {
        into.add(firstMicros, secondMicros, both.ratio());
      } else {
        into.add(secondMicros, firstMicros, 1 / both.ratio());
      }
      if (countsCalls) {
        into.calls.add(
            first == SandboxUse.SANDBOX
                ? TurnTaking.callsPerSweep(begins, follows)
                : TurnTaking.callsPerSweep(follows, begins));
      }
    }
  }

  private void bags(GridClient client, Blob program, SandboxUse first, Taken into) {
    final double one = bag(client, program, first);
    final double two = bag(client, program, first.other());
    final double inside = first == SandboxUse.SANDBOX ? one : two;
    final double outside = first == SandboxUse.SANDBOX ? two : one;
    into.add(inside, outside, inside / outside);
  }

  /** Microseconds for each task, with all that a bag needs from its submission to its end. */
  private double bag(GridClient client, Blob program, SandboxUse place) {
    awaitIdle(client);
    final long begin = SystemClock.INSTANCE.nanos();
    final String job =
        client
            .submit(
                at(
                    place,
                    spec(program, EmptyTask.class, 1)
                        .setMaxWorkers(2)
                        .setBag(Bag.newBuilder().setTasks(tasks))))
            .getJob();
    final JobView end = client.watch(job, _ -> {}, () -> {});
    final double micros = (SystemClock.INSTANCE.nanos() - begin) / NANOS_PER_MICRO / tasks;
    if (JobState.of(end.getState()) != JobState.FINISHED || end.getTasks().getDone() != tasks) {
      throw new IllegalStateException(job + " did not end well: " + end.getError());
    }
    return micros;
  }

  private void table(Map<What, Taken> taken) throws IOException {
    System.out.println(
        "| what | in the sandbox, median (least to most) | outside | ratio of a round | system"
            + " calls of a sweep |");
    System.out.println("| --- | --- | --- | --- | --- |");
    taken.forEach((what, each) -> {
      final Sample inside = new Sample(each.inside);
      final Sample outside = new Sample(each.outside);
      final Sample ratios = new Sample(each.ratios);
      System.out.printf(
          Locale.ROOT,
          "| %s | %s | %s | %.3f (%.3f to %.3f) | %s |%n",
          what.words,
          inside.in("µs"),
          outside.in("µs"),
          ratios.median(),
          ratios.least(),
          ratios.most(),
          each.calls.isEmpty() ? "not counted" : new Sample(each.calls).in(""));
      document
          .row()
          .put("what", what.words)
          .put("sandboxMicros", inside.median())
          .put("outsideMicros", outside.median())
          .put("ratio", ratios.median())
          .put("leastRatio", ratios.least())
          .put("mostRatio", ratios.most());
    });
    document.write();
  }
}
