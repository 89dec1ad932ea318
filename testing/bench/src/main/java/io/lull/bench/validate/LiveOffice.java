package io.lull.bench.validate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lull.bench.ProgramJar;
import io.lull.bench.adapt.PacedProgram;
import io.lull.bench.grid.Pause;
import io.lull.bench.grid.SmallGrid;
import io.lull.bench.validate.OfficeHistory.PlannedJob;
import io.lull.bench.validate.OfficeHistory.Visit;
import io.lull.bench.validate.OfficeRecord.JobTimes;
import io.lull.bench.validate.OfficeRecord.Stay;
import io.lull.coordinator.availability.NodeUse;
import io.lull.protocol.time.SystemClock;
import io.lull.testkit.lab.LabHosts;
import io.lull.testkit.process.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** A coordinator and agents on hosts of their own, whose owners follow histories. */
final class LiveOffice implements AutoCloseable {
  private static final Duration TOOL = Duration.ofSeconds(20);
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /** Before a history, in which each node was in some state. */
  private static final Duration PAST = Duration.ofMinutes(10);

  private static final long LOOK_EVERY_MILLIS = 3_000;
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final double NANOS_PER_SECOND = 1e9;

  /** On a side of a job's grid. */
  private static final int CELLS = 256;

  /** Of nodes' names. */
  static final String PREFIX = "pc";

  private final Path folder;
  private final LabHosts hosts;
  private final SmallGrid grid;
  private final Path program;
  private final int nodes;
  private final long beganMillis;

  private LiveOffice(
      Path folder, LabHosts hosts, SmallGrid grid, Path program, int nodes, long beganMillis) {
    this.folder = folder;
    this.hosts = hosts;
    this.grid = grid;
    this.program = program;
    this.nodes = nodes;
    this.beganMillis = beganMillis;
  }

  static LiveOffice start(Path folder, int nodes, Map<String, String> settings)
      throws IOException, InterruptedException {
    LabHosts.unavailable()
        .ifPresent(why -> {
          throw new IllegalStateException("hosts of their own are needed: " + why);
        });
    final LabHosts hosts = LabHosts.up(nodes + 1);
    try {
      final SmallGrid grid =
          SmallGrid.start(folder, hosts.host(0).address(), hosts.host(0)::running);
      final long began = SystemClock.INSTANCE.epochMillis();
      try {
        for (int node = 1; node <= nodes; node++) {
          final Path owner = owner(folder, node);
          Tools.run(TOOL, List.of("mkfifo", owner.toString()));
          keepSpeed(folder.resolve(name(node)));
          grid.agent(name(node), "script:" + owner, settings, Map.of(), hosts.host(node)::running);
        }
        return new LiveOffice(
            folder,
            hosts,
            grid,
            ProgramJar.of(folder.resolve("paced.jar"), PacedProgram.class),
            nodes,
            began);
      } catch (IOException | InterruptedException | RuntimeException | AssertionError e) {
        grid.close();
        throw e;
      }
    } catch (IOException | InterruptedException | RuntimeException | AssertionError e) {
      hosts.close();
      throw e;
    }
  }

  @Override
  public void close() {
    grid.close();
    hosts.close();
  }

  /** All computers are as fast: one that measured itself while another started would seem slow. */
  private static void keepSpeed(Path agent) throws IOException {
    Files.createDirectory(
        agent, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Files.writeString(agent.resolve("speed"), "1.0\n");
  }

  /** Before its agents were started, in epoch milliseconds. */
  long beganMillis() {
    return beganMillis;
  }

  static String name(int node) {
    return PREFIX + node;
  }

  private static Path owner(Path folder, int node) {
    return folder.resolve(name(node) + ".owner");
  }

  /** It takes as long as the history, and until its jobs have ended. */
  OfficeRecord run(OfficeHistory history) throws IOException, InterruptedException {
    awaitIdle();
    final Instant began = Instant.ofEpochMilli(SystemClock.INSTANCE.epochMillis());
    final long beganNanos = SystemClock.INSTANCE.nanos();
    final List<String> jobs = new ArrayList<>();
    try (ExecutorService users = Executors.newVirtualThreadPerTaskExecutor()) {
      final Future<?> submitted =
          users.submit(() -> {
            for (final PlannedJob job : history.jobs()) {
              Pause.until(beganNanos + job.submitMillis() * NANOS_PER_MILLI);
              jobs.add(submit(job));
            }
            return null;
          });
      for (final Visit visit : history.visits()) {
        Pause.until(beganNanos + visit.fromMillis() * NANOS_PER_MILLI);
        Files.writeString(
            owner(folder, visit.node()),
            String.format(
                Locale.ROOT, "now typing %.3f%n", (visit.untilMillis() - visit.fromMillis()) / 1e3),
            StandardOpenOption.WRITE);
      }
      submitted.get();
    } catch (ExecutionException e) {
      throw new IOException("a job could not be submitted", e);
    }
    final List<JobTimes> times = new ArrayList<>();
    for (final String job : jobs) {
      times.add(times(ended(job), began));
    }
    return new OfficeRecord(began.toEpochMilli(), times, uses(began));
  }

  private String submit(PlannedJob job) {
    return grid.submit(
        hosts.host(0)::running,
        List.of(
            "--jar",
            program.toString(),
            "--main",
            PacedProgram.class.getName(),
            "--workers",
            "1:" + job.workers(),
            "--param",
            PacedProgram.SIZE + "=" + CELLS,
            "--param",
            PacedProgram.ITERATIONS + "=" + job.iterations(),
            "--param",
            PacedProgram.NANOS_PER_CELL
                + "="
                + Math.round(job.secondsPerIteration(1) * NANOS_PER_SECOND / CELLS / CELLS)));
  }

  private void awaitIdle() throws IOException, InterruptedException {
    final long deadline = SystemClock.INSTANCE.nanos() + PATIENCE.toNanos();
    while (!StreamSupport.stream(json("nodes").spliterator(), false)
        .allMatch(node -> node.path("state").asText().equals("available"))) {
      if (SystemClock.INSTANCE.nanos() > deadline) {
        throw new IOException("not all computers become available");
      }
      Pause.millis(LOOK_EVERY_MILLIS);
    }
  }

  private JsonNode ended(String job) throws IOException, InterruptedException {
    final long deadline = SystemClock.INSTANCE.nanos() + PATIENCE.toNanos();
    while (true) {
      final JsonNode view = json("job", job);
      switch (view.path("state").asText()) {
        case "finished" -> {
          return view;
        }
        case "failed", "cancelled" ->
            throw new IOException(job + " has failed: " + view.path("error").asText());
        default -> {
          if (SystemClock.INSTANCE.nanos() > deadline) {
            throw new IOException(job + " does not end");
          }
          Pause.millis(LOOK_EVERY_MILLIS);
        }
      }
    }
  }

  private JsonNode json(String... words) throws IOException {
    final List<String> all = new ArrayList<>(List.of(words));
    all.add("--json");
    return new ObjectMapper()
        .readTree(grid.lull(hosts.host(0)::running, all.toArray(String[]::new)));
  }

  private static JobTimes times(JsonNode job, Instant began) {
    return new JobTimes(
        since(began, job.path("submittedAt")),
        since(began, job.path("startedAt")),
        since(began, job.path("finishedAt")),
        events(job, List.of("start")).findFirst().orElseThrow().path("to").asInt(),
        stays(job, began),
        downtimes(job, List.of("grow")),
        downtimes(job, List.of("shrink")),
        downtimes(job, List.of("migrate")));
  }

  private static long since(Instant began, JsonNode time) {
    return Duration.between(began, Instant.parse(time.asText())).toMillis();
  }

  private static List<Double> downtimes(JsonNode job, List<String> kinds) {
    return events(job, kinds).map(event -> event.path("downtimeMs").asDouble()).toList();
  }

  private static Stream<JsonNode> events(JsonNode job, List<String> kinds) {
    return StreamSupport.stream(job.path("events").spliterator(), false)
        .filter(event -> kinds.contains(event.path("kind").asText()))
        .filter(event -> event.path("outcome").asText().equals("done"));
  }

  private static List<Stay> stays(JsonNode job, Instant began) {
    final OfficeRecord.Stays stays = new OfficeRecord.Stays();
    for (final JsonNode event : job.path("events")) {
      stays.changed(
          since(began, event.path("at")),
          words(event.path("nodesLeft")),
          words(event.path("nodesJoined")));
    }
    return stays.ended(since(began, job.path("finishedAt")));
  }

  private static List<String> words(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText).toList();
  }

  /** As the coordinator remembers them, from some time before the history on. */
  private Map<String, NavigableMap<Long, NodeUse>> uses(Instant began) throws IOException {
    final Path file = folder.resolve("history.csv");
    final Instant now = Instant.ofEpochMilli(SystemClock.INSTANCE.epochMillis());
    final String _ =
        grid.lull(
            hosts.host(0)::running,
            "export",
            "history",
            "--since",
            Duration.between(began, now).plus(PAST).toSeconds() + "s",
            "--to",
            file.toString());
    final Map<String, NavigableMap<Long, NodeUse>> uses = new TreeMap<>();
    for (int node = 1; node <= nodes; node++) {
      uses.put(name(node), new TreeMap<>());
    }
    long shiftMillis = 0;
    for (final String line : Files.readAllLines(file)) {
      if (line.startsWith("# began ")) {
        shiftMillis =
            Duration.between(began, Instant.parse(line.substring("# began ".length()).strip()))
                .toMillis();
      } else if (!line.startsWith("machine,")) {
        final String[] fields = line.split(",", -1);
        final NavigableMap<Long, NodeUse> node = uses.get(fields[0]);
        if (node != null) {
          node.put(Math.round(Double.parseDouble(fields[1]) * 1e3) + shiftMillis, use(fields[3]));
        }
      }
    }
    Files.delete(file);
    return uses;
  }

  private static NodeUse use(String state) {
    return switch (state) {
      case "A" -> NodeUse.AVAILABLE;
      case "R" -> NodeUse.RUNNING;
      case "U" -> NodeUse.OWNER;
      default -> NodeUse.OFFLINE;
    };
  }
}
