package io.lull.cli.command;

import io.lull.cli.json.JsonViews;
import io.lull.cli.text.HumanFormat;
import io.lull.cli.text.JobWords;
import io.lull.cli.text.Table;
import io.lull.cli.text.TextStyle;
import io.lull.client.grid.GridClient;
import io.lull.protocol.wire.JobView;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "jobs", description = "List jobs.")
final class JobsCommand implements Callable<Integer> {
  private final CommandEnvironment environment;

  @Mixin private final JsonOption json = new JsonOption();

  @Option(
      names = {"-r", "--running"},
      description = "Only jobs that have not ended.")
  private boolean running;

  JobsCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    final List<JobView> jobs;
    try (GridClient grid = environment.grid().get()) {
      jobs = grid.jobs(!running);
    }
    if (json.wanted) {
      environment.print(JsonViews.jobs(jobs));
      return 0;
    }
    if (jobs.isEmpty()) {
      environment.out().println("No jobs. Submit one with lull submit; lull apps lists programs.");
      return 0;
    }
    final Table table =
        new Table()
            .left("JOB")
            .left("NAME")
            .left("STATE")
            .right("WORKERS")
            .right("DONE")
            .right("ITERATION")
            .left("SUBMITTED")
            .left("USER")
            .left("REMARK");
    for (final JobView job : jobs) {
      table
          .row()
          .cell(job.getId(), TextStyle.STRONG)
          .cell(job.getName())
          .cell(job.getState(), TextStyle.ofState(job.getState()))
          .cell(JobWords.workers(job))
          .cell(HumanFormat.percent(job.getProgress()))
          .cell(JobWords.iteration(job))
          .cell(HumanFormat.moment(job.getSubmittedAt(), environment.zone()))
          .cell(job.getUser())
          .cell(JobWords.remark(job));
    }
    environment.out().print(table.render(environment.screen()));
    return 0;
  }
}
