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
      "Print what the workers of a job have written.",
      "Of each worker that has ended or runs now that is the end, at most 4 KiB; of a job that has"
          + " finished, the whole log of the worker that had the results."
    },
    sortOptions = false)
final class LogsCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Parameters(paramLabel = "ID", description = "The job, such as J1.")
  private String id = "";

  @Option(
      names = "--follow",
      description = "Look again each second and print what is new, until the job has ended.")
  private boolean follow;

  LogsCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    final String job = Arguments.job(id);
    try (GridClient grid = surroundings.grid().get()) {
      if (follow) {
        new LogFollow(surroundings, grid, job).run();
      } else {
        grid.logs(job, surroundings.out());
      }
    }
    return 0;
  }
}
