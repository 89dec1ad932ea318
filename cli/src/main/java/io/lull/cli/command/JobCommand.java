package io.lull.cli.command;

import io.lull.cli.exit.ExitCode;
import io.lull.cli.json.Views;
import io.lull.client.grid.GridClient;
import io.lull.protocol.wire.JobView;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "job", description = "Show one job: its workers, its progress, its events.")
final class JobCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Parameters(paramLabel = "ID", description = "The job, such as J1.")
  private String id = "";

  @Option(
      names = {"-w", "--watch"},
      description =
          "Follow it until it ends; with --json the document is printed then. Exit code 1 when it"
              + " did not finish.")
  private boolean watch;

  @Mixin private final JsonOption json = new JsonOption();

  JobCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    final String job = Arguments.job(id);
    try (GridClient grid = surroundings.grid().get()) {
      if (!watch) {
        show(grid.job(job));
        return ExitCode.DONE.number();
      }
      final JobView end;
      if (json.wanted) {
        end = new Follow(surroundings).quietly(grid, job);
        show(end);
      } else if (surroundings.screen().terminal()) {
        end = new Follow(surroundings).redrawn(grid, job);
      } else {
        end = new Follow(surroundings).inLines(grid, job);
      }
      return (JobText.finished(end) ? ExitCode.DONE : ExitCode.FAILED).number();
    }
  }

  private void show(JobView job) {
    if (json.wanted) {
      surroundings.print(Views.job(job));
    } else {
      surroundings.out().print(new JobText(surroundings).full(job));
    }
  }
}
