package io.lull.cli.command;

import io.lull.client.grid.GridClient;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(name = "logs", description = "Print what the workers of a job have written.")
final class LogsCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Parameters(paramLabel = "ID", description = "The job, such as J1.")
  private String id = "";

  LogsCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws IOException {
    final String job = Arguments.job(id);
    try (GridClient grid = surroundings.grid().get()) {
      grid.logs(job, surroundings.out());
    }
    return 0;
  }
}
