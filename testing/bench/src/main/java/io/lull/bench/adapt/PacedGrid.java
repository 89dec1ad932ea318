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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A coordinator, and agents whose owners are away at once and stay away; jobs of even pace. */
final class PacedGrid implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final long NANOS_PER_CELL = 20;

  /** A job is cancelled when enough was seen. */
  private static final long ITERATIONS = 10_000_000;

  private final SmallGrid grid;
  private final GridClient client;
  private final Blob program;
  private final int agents;

  private PacedGrid(SmallGrid grid, GridClient client, Blob program, int agents) {
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
            JobSpec.newBuilder()
                .setName("paced")
                .setProgram(program)
                .setMainClass(PacedProgram.class.getName())
                .setMinWorkers(1)
                .setMaxWorkers(mostWorkers)
                .setCheckpoint("off")
                .addParameters(parameter(PacedProgram.SIZE, size))
                .addParameters(parameter(PacedProgram.ITERATIONS, ITERATIONS))
                .addParameters(parameter(PacedProgram.NANOS_PER_CELL, NANOS_PER_CELL))
                .build())
        .getJob();
  }

  private static Parameter parameter(String name, long value) {
    return Parameter.newBuilder().setName(name).setValue(String.valueOf(value)).build();
  }

  void end(String job) throws InterruptedException {
    client.cancel(job);
    Eventually.await(
        job + " is over", PATIENCE, () -> JobState.of(client.job(job).getState()).ended());
  }

  /** Running on so many, each of which computes. */
  JobView awaitWorkers(String job, int workers) throws InterruptedException {
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
  void migrate(String job, int workers, String method) throws InterruptedException {
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
                .noneMatch(
                    worker -> worker.getRank() >= 0 && worker.getNode().equals(used.getFirst())));
  }

  private String idle(List<String> used) {
    for (int agent = 1; agent <= agents; agent++) {
      if (!used.contains(name(agent))) {
        return name(agent);
      }
    }
    throw new IllegalStateException("all agents have a worker: " + used);
  }

  /** What was decided about a job and carried out, once it computes after the last of it. */
  List<DecisionView> decisions(String job) throws InterruptedException {
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
