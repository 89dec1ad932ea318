package io.lull.cli.command;

import io.lull.client.grid.GridClient;
import io.lull.protocol.wire.JobView;
import picocli.CommandLine.Command;

@Command(
    name = "cancel",
    description = "Cancel jobs; what they have stored by then is kept.",
    sortOptions = false)
final class CancelCommand extends ManyJobs {
  CancelCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  JobView ask(GridClient grid, String job) {
    return grid.cancel(job);
  }
}
