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
  private final CommandEnvironment surroundings;

  @Parameters(paramLabel = "ID", description = "The job, such as J1.")
  private String id = "";

  @Option(names = "--follow", description = "Print new lines each second until the job ends.")
  private boolean follow;

  LogsCommand(CommandEnvironment surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    final String job = Arguments.job(id);
    try (GridClient grid = surroundings.grid().get()) {
      if (follow) {
        new LogFollower(surroundings, grid, job).run();
      } else {
        grid.logs(job, surroundings.out());
      }
    }
    return 0;
  }
}
