package io.lull.cli.command;

import io.lull.client.grid.GridClient;
import io.lull.protocol.wire.JobView;
import picocli.CommandLine.Command;

@Command(
    name = "cancel",
    description = "Cancel jobs; their outputs so far are discarded.",
    sortOptions = false,
    footer = {"", "For example: lull cancel J7; lull cancel J3 J10-J19"})
final class CancelCommand extends ManyJobs {
  CancelCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  JobView ask(GridClient grid, String job) {
    return grid.cancel(job);
  }
}
