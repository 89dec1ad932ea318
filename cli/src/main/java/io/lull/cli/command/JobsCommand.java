package io.lull.cli.command;

import io.lull.cli.json.JsonViews;
import io.lull.client.grid.GridClient;
import io.lull.protocol.wire.JobView;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "jobs", description = "List jobs.", sortOptions = false)
final class JobsCommand implements Callable<Integer> {
  private final CommandEnvironment environment;

  @Mixin private final JobFilter filter = new JobFilter();

  @Option(
      names = "--columns",
      paramLabel = "NAMES",
      split = ",",
      description =
          "These columns: job, name, state, workers, done, iteration, submitted, started, ended,"
              + " priority, user, remark.")
  private List<String> columns = List.of();

  @Mixin private final JsonOption json = new JsonOption();

  JobsCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    filter.check();
    final List<JobColumn> shown = columns.isEmpty() ? JobColumn.USUAL : JobColumn.named(columns);
    final List<JobView> all;
    try (GridClient grid = environment.grid().get()) {
      all = grid.jobs(filter.wantsEnded());
    }
    final List<JobView> jobs = filter.of(all);
    if (json.wanted) {
      environment.print(JsonViews.jobs(jobs));
    } else if (all.isEmpty()) {
      environment.out().println("No jobs. Submit one with lull submit; lull apps lists programs.");
    } else if (jobs.isEmpty()) {
      environment.out().println("No such jobs, out of " + all.size() + ".");
    } else {
      environment
          .out()
          .print(JobColumn.table(shown, jobs, environment.zone()).render(environment.screen()));
    }
    return 0;
  }
}
