package io.lull.cli.run;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.json.JsonViews;
import io.lull.cli.local.GridMonitor;
import io.lull.cli.local.GridReporter;
import io.lull.cli.local.LocalFolder;
import io.lull.cli.local.LocalGrid;
import io.lull.cli.local.LocalGridFailure;
import io.lull.cli.local.LocalNode;
import io.lull.cli.local.NodeNames;
import io.lull.cli.local.PlainReporter;
import io.lull.cli.local.ShutdownCleanup;
import io.lull.cli.local.SimulatedOwners;
import io.lull.client.ClientFailure;
import io.lull.client.grid.GridClient;
import io.lull.client.grid.TransferProgress;
import io.lull.client.submit.JobChecks;
import io.lull.client.submit.JobDraft;
import io.lull.client.submit.JobSubmission;
import io.lull.client.submit.SubmitOption;
import io.lull.protocol.model.JobState;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.JobSpec;
import io.lull.protocol.wire.JobView;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Runs a program on a grid of this computer's own, from its start to its end. */
public final class LocalRun {
  private static final Duration NODES_LIMIT = Duration.ofMinutes(3);
  private static final Duration START_LIMIT = Duration.ofMinutes(3);
  private static final Duration LOOK = Duration.ofMinutes(1);

  private final RunOptions options;
  private final JobDraft draft;
  private final Clock clock;
  private final GridReporter reporter;

  private LocalRun(RunOptions options, JobDraft draft, PrintStream remarks, Clock clock) {
    this.options = options;
    this.draft = draft;
    this.clock = clock;
    this.reporter = new PlainReporter(remarks, clock);
  }

  /**
   * How it ended.
   *
   * @param outputs where they are now
   * @param fault why it is not as on one worker; empty: it is, or was not compared
   */
  public record Ending(JobView job, List<Path> outputs, boolean verified, String fault) {
    public Ending {
      outputs = List.copyOf(outputs);
    }

    public ExitCode code() {
      return fault.isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
    }

    public ObjectNode json() {
      final ObjectNode document = JsonNodeFactory.instance.objectNode();
      document.set("job", JsonViews.job(job));
      document.put("verified", verified);
      if (!fault.isEmpty()) {
        document.put("fault", fault);
      }
      final ArrayNode files = document.putArray("outputs");
      outputs.forEach(file -> files.add(file.toString()));
      return document;
    }
  }

  /**
   * @param draft the program, without its workers
   * @param remarks for what happens
   * @throws CommandFailure when it cannot be run, or fails
   */
  public static Ending run(RunOptions options, JobDraft draft, PrintStream remarks, Clock clock) {
    final LocalRun run = new LocalRun(options, draft, remarks, clock);
    // Before anything is started.
    run.checked(options.workers());
    try (LocalFolder folder = LocalFolder.of(options.keep());
        LocalGrid grid = new LocalGrid(folder.path(), clock);
        ShutdownCleanup _ = ShutdownCleanup.on(folder, grid, run.reporter)) {
      return run.on(folder, grid);
    } catch (IOException e) {
      throw new CommandFailure(ExitCode.FAILED, "the program cannot be run: " + e.getMessage(), e);
    }
  }

  private Ending on(LocalFolder folder, LocalGrid grid) throws IOException {
    try {
      return started(folder, grid);
    } catch (LocalGridFailure | ClientFailure e) {
      throw new CommandFailure(
          ExitCode.FAILED,
          e.getMessage()
              + (folder.kept()
                  ? "; the logs are in " + folder.path().resolve("logs")
                  : "; --keep DIR keeps the logs"),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure(ExitCode.FAILED, "the run was interrupted", e);
    }
  }

  private Ending started(LocalFolder folder, LocalGrid grid)
      throws IOException, LocalGridFailure, InterruptedException {
    reporter.say("starting a coordinator and " + options.workers() + " agents on this computer");
    final GridClient client = grid.startCoordinator();
    for (final String name : NodeNames.first(options.workers())) {
      final LocalNode _ = grid.startNode(name);
    }
    try (GridMonitor monitor = new GridMonitor(client, reporter, clock);
        SimulatedOwners _ = new SimulatedOwners(grid::nodes, reporter)) {
      monitor.start();
      monitor.await(
          "the agents", NODES_LIMIT, seen -> seen.nodesIn("available") >= options.workers());
      final Path result = Files.createDirectories(folder.path().resolve("result"));
      final ResultComparison.Result several =
          compute(client, grid, monitor, options.workers(), options.shake(), result);
      final List<Path> outputs = delivered(several);
      if (!options.verify()) {
        return new Ending(several.job(), outputs, false, "");
      }
      reporter.say("the same on one worker, for comparison");
      final Path alone = Files.createDirectories(folder.path().resolve("one-worker"));
      final ResultComparison.Result one = compute(client, grid, monitor, 1, null, alone);
      final String fault =
          ResultComparison.isEmpty(several)
              ? "the program has no outputs and no check values to compare"
              : ResultComparison.difference(several, one);
      return new Ending(several.job(), outputs, fault.isEmpty(), fault);
    } finally {
      reporter.close();
    }
  }

  private JobSpec checked(int workers) {
    final String range =
        options.shake() != null && workers > 1 ? "1:" + workers : Integer.toString(workers);
    return JobChecks.check(
            new JobDraft(Map.of(SubmitOption.WORKERS, range), Map.of(), List.of()).over(draft))
        .spec();
  }

  private ResultComparison.Result compute(
      GridClient client,
      LocalGrid grid,
      GridMonitor monitor,
      int workers,
      @Nullable Long shake,
      Path folder)
      throws IOException, LocalGridFailure, InterruptedException {
    final JobSubmission submission = new JobSubmission(client, List.of(JobChecks.check(draft)));
    final JobSpec files = submission.sendFiles(TransferProgress.NONE).getFirst();
    final JobSpec wanted = checked(workers);
    final String id =
        client
            .submit(
                files.toBuilder()
                    .setMinWorkers(wanted.getMinWorkers())
                    .setMaxWorkers(wanted.getMaxWorkers())
                    .build())
            .getJob();
    monitor.follow(id);
    monitor.await(
        "the program to start",
        START_LIMIT,
        seen ->
            seen.job() != null && seen.job().getId().equals(id) && seen.job().getStartedAt() > 0);
    if (shake != null) {
      new Shaking(new More(grid), monitor, reporter, new SplittableRandom(shake)).untilItEnds();
    }
    boolean ended = false;
    while (!ended) {
      ended = monitor.endsWithin(LOOK);
    }
    final JobView job = client.job(id);
    if (!job.getState().equals(JobState.FINISHED.wire())) {
      throw new LocalGridFailure("the job is " + job.getState() + ": " + job.getError());
    }
    for (final Blob output : job.getOutputsList()) {
      client.download(id, output, folder, TransferProgress.NONE);
    }
    return new ResultComparison.Result(job, folder);
  }

  /** Machines beyond those that the run began with. */
  private record More(LocalGrid grid) implements Shaking.Machines {
    @Override
    public List<LocalNode> present() {
      return grid.nodes();
    }

    @Override
    public void add() throws IOException, LocalGridFailure, InterruptedException {
      final LocalNode _ = grid.startNode(NodeNames.first(NodeNames.MOST).get(grid.nodes().size()));
    }
  }

  private List<Path> delivered(ResultComparison.Result result) throws IOException {
    final Path to = options.output();
    if (to == null) {
      return List.of();
    }
    Files.createDirectories(to);
    final List<Path> files = new ArrayList<>();
    for (final Blob output : result.job().getOutputsList()) {
      files.add(
          Files.copy(
              result.folder().resolve(output.getName()),
              to.resolve(output.getName()),
              StandardCopyOption.REPLACE_EXISTING));
    }
    return files;
  }
}
