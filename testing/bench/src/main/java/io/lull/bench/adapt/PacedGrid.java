package io.lull.bench.adapt;

import io.lull.bench.ProgramJar;
import io.lull.bench.grid.SmallGrid;
import io.lull.client.grid.GridClient;
import io.lull.protocol.model.JobState;
import io.lull.protocol.time.SystemClock;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.DecisionView;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.MigrateRequest;
import io.lull.protocol.wire.Parameter;
import io.lull.testkit.time.Eventually;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** A coordinator, and agents whose owners are away at once and stay away; jobs of even pace. */
final class PacedGrid implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofMinutes(2);

  static final int USUAL = 100;

  private static final long NANOS_PER_CELL = 20;

  private static final Duration STEP = Duration.ofMillis(100);
  private static final double NANOS_PER_SECOND = 1e9;

  /** Whole seconds. */
  private static final Duration SPELL = Duration.ofSeconds(2);

  /** A job is cancelled when enough was seen. */
  private static final long ITERATIONS = 10_000_000;

  private final Path folder;
  private final SmallGrid grid;
  private final GridClient client;
  private final Blob program;
  private final int agents;

  /** Until when owners' programs compute, as far as it was told. */
  private final Map<String, Long> busyUntilNanos = new HashMap<>();

  private PacedGrid(Path folder, SmallGrid grid, GridClient client, Blob program, int agents) {
    this.folder = folder;
    this.grid = grid;
    this.client = client;
    this.program = program;
    this.agents = agents;
  }

  static PacedGrid start(Path folder, int agents) throws Exception {
    return start(folder, agents, "all");
  }

  /**
   * @param network what owners let guests send and receive
   */
  static PacedGrid start(Path folder, int agents, String network) throws Exception {
    final SmallGrid grid = SmallGrid.start(folder, "127.0.0.1", UnaryOperator.identity());
    try {
      for (int agent = 1; agent <= agents; agent++) {
        final Path owner = pipe(folder, name(agent));
        if (new ProcessBuilder("mkfifo", owner.toString()).inheritIO().start().waitFor() != 0) {
          throw new IOException("cannot create a named pipe");
        }
        grid.agent(
            name(agent),
            "script:" + owner,
            SmallGrid.ownersByInput("1s", Map.of("max-network", network)),
            Map.of(),
            UnaryOperator.identity());
      }
      final GridClient client = grid.client();
      return new PacedGrid(
          folder,
          grid,
          client,
          client.upload(
              ProgramJar.of(folder.resolve("paced.jar"), PacedProgram.class), (_, _, _) -> {}),
          agents);
    } catch (Exception e) {
      grid.close();
      throw e;
    }
  }

  @Override
  public void close() {
    client.close();
    grid.close();
  }

  static String name(int agent) {
    return "pc" + agent;
  }

  GridClient client() {
    return client;
  }

  /**
   * @param size cells on a side of its grid
   * @return its name
   */
  String submit(int size, int mostWorkers) {
    return client
        .submit(
            spec(mostWorkers)
                .addParameters(parameter(PacedProgram.SIZE, size))
                .addParameters(parameter(PacedProgram.ITERATIONS, ITERATIONS))
                .addParameters(parameter(PacedProgram.NANOS_PER_CELL, NANOS_PER_CELL))
                .build())
        .getJob();
  }

  /** The same program, without parameters. */
  JobSpec.Builder spec(int mostWorkers) {
    return JobSpec.newBuilder()
        .setName("paced")
        .setProgram(program)
        .setMainClass(PacedProgram.class.getName())
        .setMinWorkers(1)
        .setMaxWorkers(mostWorkers)
        .setCheckpoint("off");
  }

  private static Path pipe(Path folder, String agent) {
    return folder.resolve(agent + ".owner");
  }

  /**
   * The computer of an agent becomes slower, or as it was; its agent sees that its owner's programs
   * compute. To be called again and again while that lasts.
   *
   * @param percent what a cell takes there, of what it usually takes; 100: as it was
   */
  void load(String agent, String job, int percent) throws IOException {
    final long now = SystemClock.INSTANCE.nanos();
    if (percent > USUAL && now - busyUntilNanos.getOrDefault(agent, now) >= 0) {
      busyUntilNanos.put(agent, now + SPELL.toNanos());
      Files.writeString(
          pipe(folder, agent),
          String.format(
              Locale.ROOT, "now cpu %.3f %d%n", 1 - (double) USUAL / percent, SPELL.toSeconds()),
          StandardOpenOption.WRITE);
    }
    try (DirectoryStream<Path> folders =
        Files.newDirectoryStream(folder.resolve(agent).resolve("work"), job + "-w*")) {
      for (final Path worker : folders) {
        load(worker, percent);
      }
    }
  }

  private static void load(Path worker, int percent) throws IOException {
    final Path file = worker.resolve(PacedProgram.LOAD);
    try {
      if (percent == USUAL) {
        Files.deleteIfExists(file);
      } else if (!Files.exists(file)) {
        // Renamed, so that nobody reads half of it.
        final Path whole = Files.writeString(worker.resolve("load.new"), String.valueOf(percent));
        Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (NoSuchFileException e) {
      // The worker has ended, and its folder is deleted.
    }
  }

  static Parameter parameter(String name, long value) {
    return Parameter.newBuilder().setName(name).setValue(String.valueOf(value)).build();
  }

  void end(String job) {
    client.cancel(job);
    Eventually.await(
        job + " is over", PATIENCE, () -> JobState.of(client.job(job).getState()).ended());
  }

  /** What happens while a job computes. */
  interface Meanwhile {
    void happens(JobView job, double elapsedSeconds);
  }

  /**
   * How long a job computes from now on, in seconds.
   *
   * @param meanwhile is called ten times a second
   */
  double compute(String job, Duration patience, Meanwhile meanwhile) {
    final long began = SystemClock.INSTANCE.nanos();
    return Eventually.get(
        job + " ends",
        patience,
        STEP,
        () -> {
          final double elapsed = (SystemClock.INSTANCE.nanos() - began) / NANOS_PER_SECOND;
          final JobView view = client.job(job);
          final JobState state = JobState.of(view.getState());
          if (state.ended()) {
            if (state != JobState.FINISHED) {
              throw new IllegalStateException(job + " has failed: " + view.getError());
            }
            return elapsed;
          }
          meanwhile.happens(view, elapsed);
          return null;
        });
  }

  /** Running on so many, each of which computes. */
  JobView awaitWorkers(String job, int workers) {
    return Eventually.get(
        job + " computes on " + workers,
        PATIENCE,
        () -> {
          final JobView view = client.job(job);
          if (JobState.of(view.getState()).ended()) {
            throw new IllegalStateException(job + " has ended: " + view.getError());
          }
          return JobState.of(view.getState()) == JobState.RUNNING
                  && view.getWorkersCount() == workers
                  && view.getIteration() > 0
                  && view.getWorkersList().stream()
                      .allMatch(worker -> worker.getState().equals("computing"))
              ? view
              : null;
        });
  }

  /**
   * The worker that comes first is replaced by one on a machine that the job does not have.
   *
   * @param method as in {@code lull migrate --method}; empty: whichever is best
   */
  void migrate(String job, int workers, String method) {
    final List<String> used =
        awaitWorkers(job, workers).getWorkersList().stream()
            .map(worker -> worker.getNode())
            .toList();
    final JobView _ =
        client.migrate(
            MigrateRequest.newBuilder()
                .setJob(job)
                .setFromNode(used.getFirst())
                .setToNode(idle(used))
                .setMethod(method)
                .build());
    Eventually.await(
        job + " has migrated",
        PATIENCE,
        () ->
            client.job(job).getWorkersList().stream()
                .noneMatch(worker -> worker.getNode().equals(used.getFirst())));
  }

  /** Those with the highest numbers. */
  List<String> last(int count) {
    return IntStream.rangeClosed(agents - count + 1, agents).mapToObj(PacedGrid::name).toList();
  }

  /** Nobody computes, and every node could. */
  void awaitIdle() {
    Eventually.await(
        "all nodes are available",
        PATIENCE,
        () -> client.nodes().stream().allMatch(node -> node.getState().equals("available")));
  }

  /** One that is none of these. */
  String idle(List<String> used) {
    for (int agent = 1; agent <= agents; agent++) {
      if (!used.contains(name(agent))) {
        return name(agent);
      }
    }
    throw new IllegalStateException("all agents have a worker: " + used);
  }

  /** What was decided about a job and carried out, once it computes after the last of it. */
  List<DecisionView> decisions(String job) {
    return Eventually.get(
        job + " computes after its last change",
        PATIENCE,
        () -> {
          final List<DecisionView> decisions =
              client.explainJob(job).getDecisionsList().stream()
                  .filter(DecisionView::hasLeadMillis)
                  .toList();
          return !decisions.isEmpty() && decisions.getLast().hasDowntimeMillis() ? decisions : null;
        });
  }
}
