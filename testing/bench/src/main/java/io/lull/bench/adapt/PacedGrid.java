package io.lull.bench.adapt;

import io.lull.bench.ProgramJar;
import io.lull.bench.grid.SmallGrid;
import io.lull.client.grid.GridClient;
import io.lull.protocol.model.JobState;
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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A coordinator, and agents whose owners are away at once and stay away; jobs of even pace. */
final class PacedGrid implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofMinutes(2);

  static final int USUAL = 100;

  private static final long NANOS_PER_CELL = 20;

  /** A job is cancelled when enough was seen. */
  private static final long ITERATIONS = 10_000_000;

  private final Path folder;
  private final SmallGrid grid;
  private final GridClient client;
  private final Blob program;
  private final int agents;

  private PacedGrid(Path folder, SmallGrid grid, GridClient client, Blob program, int agents) {
    this.folder = folder;
    this.grid = grid;
    this.client = client;
    this.program = program;
    this.agents = agents;
  }

  static PacedGrid start(Path folder, int agents) throws Exception {
    final SmallGrid grid = SmallGrid.start(folder, "127.0.0.1", UnaryOperator.identity());
    try {
      final Path away = Files.writeString(folder.resolve("away"), "0 mains\n");
      for (int agent = 1; agent <= agents; agent++) {
        grid.agent(
            name(agent),
            "script:" + away,
            Map.of(
                "idle-after", "1s", "cpu-window", "1s", "cpu-threshold", "1.0", "busy-disk", "1.0"),
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

  /**
   * The computer of an agent becomes slower, or as it was.
   *
   * @param percent what a cell takes there, of what it usually takes; 100: as it was
   */
  void load(String agent, String job, int percent) throws IOException {
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
