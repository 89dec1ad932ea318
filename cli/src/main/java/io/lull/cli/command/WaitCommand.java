package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.json.JsonViews;
import io.lull.cli.text.JobWords;
import io.lull.client.grid.GridClient;
import io.lull.client.submit.CommandLineParser;
import io.lull.protocol.wire.JobView;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "wait",
    description = "Wait until jobs end; exit code 1 when one of them did not finish.",
    sortOptions = false,
    footer = {
      "",
      "The command runs on this machine, once for each job, as soon as it ends; not"
          + " through a shell. {} becomes the job's name. It has LULL_JOB, LULL_JOB_NAME,"
          + " LULL_JOB_STATE and LULL_JOB_REASON in its environment and the job as JSON on its"
          + " standard input."
    })
final class WaitCommand implements Callable<Integer> {
  private static final int MOST_JOBS = 100;

  private final CommandEnvironment environment;

  @Parameters(
      paramLabel = "JOB",
      arity = "1..*",
      description = "The jobs, such as J1 J2, or a range of them, such as J10-J19.")
  private List<String> jobs = List.of();

  @Option(
      names = "--then",
      paramLabel = "'PROGRAM WORDS'",
      description = "Run this when a job has ended, whatever its result.")
  private @Nullable String then;

  @Mixin private final JsonOption json = new JsonOption();

  WaitCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  /**
   * How a job ended.
   *
   * @param told whether its command, if any, succeeded
   */
  private record End(JobView job, boolean told) {}

  @Override
  public Integer call() {
    final List<String> ids = Arguments.jobs(jobs);
    if (ids.size() > MOST_JOBS) {
      throw CommandFailure.badInput("at most " + MOST_JOBS + " jobs can be waited for at once");
    }
    final List<String> command =
        then == null ? List.of() : Arguments.parse("--then", then, CommandLineParser::split);
    final List<End> ends = ends(ids, command);
    if (json.wanted) {
      environment.print(JsonViews.jobs(ends.stream().map(End::job).toList()));
    }
    return ends.stream().allMatch(end -> JobText.finished(end.job()) && end.told())
        ? ExitCode.DONE.number()
        : ExitCode.FAILED.number();
  }

  private List<End> ends(List<String> ids, List<String> command) {
    try (GridClient grid = environment.grid().get();
        ExecutorService waiting = Executors.newVirtualThreadPerTaskExecutor()) {
      // A job that does not exist or is another's is reported before any wait.
      ids.forEach(grid::job);
      final List<Future<End>> ends =
          ids.stream().map(id -> waiting.submit(() -> end(grid, id, command))).toList();
      final List<End> all = new ArrayList<>();
      try {
        for (final Future<End> end : ends) {
          all.add(end.get());
        }
      } finally {
        waiting.shutdownNow();
      }
      return all;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof CommandFailure failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailure(ExitCode.FAILED, "interrupted while waiting", e);
    }
  }

  private End end(GridClient grid, String id, List<String> command) throws InterruptedException {
    final JobView job =
        grid.watch(
            id,
            view -> {},
            () ->
                environment
                    .err()
                    .println("lull: the coordinator can't be reached; waiting for it"));
    if (!json.wanted) {
      final String remark = JobWords.remark(job);
      environment
          .out()
          .println(id + " " + job.getState() + (remark.isEmpty() ? "" : ": " + remark));
    }
    return new End(
        job, command.isEmpty() || new CompletionCommand(command, environment.err()).run(job));
  }
}
