package io.lull.cli.command;

import io.lull.cli.exit.ExitCode;
import io.lull.cli.json.JsonViews;
import io.lull.client.grid.GridClient;
import io.lull.protocol.wire.JobView;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "job", description = "Show one job: its workers, progress and events.")
final class JobCommand implements Callable<Integer> {
  private final CommandEnvironment environment;

  @Parameters(paramLabel = "ID", description = "The job, such as J1.")
  private String id = "";

  @Option(
      names = {"-w", "--watch"},
      description =
          "Follow it until it ends; with --json, print the document then. Exit code 1 when it"
              + " did not finish.")
  private boolean watch;

  @Mixin private final JsonOption json = new JsonOption();

  JobCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    final String job = Arguments.job(id);
    try (GridClient grid = environment.grid().get()) {
      if (!watch) {
        show(grid.job(job));
        return ExitCode.DONE.number();
      }
      final JobView end;
      if (json.wanted) {
        end = new JobFollower(environment).quietly(grid, job);
        show(end);
      } else if (environment.screen().terminal()) {
        end = new JobFollower(environment).redrawn(grid, job);
      } else {
        end = new JobFollower(environment).inLines(grid, job);
      }
      return (JobText.finished(end) ? ExitCode.DONE : ExitCode.FAILED).number();
    }
  }

  private void show(JobView job) {
    if (json.wanted) {
      environment.print(JsonViews.job(job));
    } else {
      environment.out().print(new JobText(environment).full(job));
    }
  }
}
