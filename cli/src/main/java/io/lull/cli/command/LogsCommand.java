package io.lull.cli.command;

import io.lull.client.grid.GridClient;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "logs",
    description = {
      "Print the log of a job's workers.",
      "For each worker: the last 4 KiB at most. For a job that has"
          + " finished: the whole log of the worker with the results."
    },
    sortOptions = false)
final class LogsCommand implements Callable<Integer> {
  private final CommandEnvironment environment;

  @Parameters(paramLabel = "ID", description = "The job, such as J1.")
  private String id = "";

  @Option(
      names = {"-f", "--follow"},
      description = "Print new lines each second until the job ends.")
  private boolean follow;

  LogsCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    final String job = Arguments.job(id);
    try (GridClient grid = environment.grid().get()) {
      if (follow) {
        new LogFollower(environment, grid, job).run();
      } else {
        grid.logs(job, environment.out());
      }
    }
    return 0;
  }
}
