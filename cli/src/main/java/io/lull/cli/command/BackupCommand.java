package io.lull.cli.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.lull.client.grid.GridClient;
import io.lull.protocol.text.Sizes;
import io.lull.protocol.wire.BackupView;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "backup",
    description = {
      "Make a backup of the running coordinator, on its own computer.",
      "It is a data folder: a coordinator with the same command can start on a copy of it."
    },
    footer = {
      "",
      "For administrators. The backup contains the key of the grid's authority: copy it to a place"
          + " that only you can read. The seven newest are kept. A grid in PostgreSQL is backed up"
          + " with pg_dump."
    })
final class BackupCommand implements Callable<Integer> {
  private final CommandEnvironment environment;

  @Mixin private final JsonOption json = new JsonOption();

  BackupCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    final BackupView backup;
    try (GridClient grid = environment.grid().get()) {
      backup = grid.backups().make();
    }
    if (json.wanted) {
      environment.print(
          JsonNodeFactory.instance
              .objectNode()
              .put("folder", backup.getFolder())
              .put("sizeBytes", backup.getBytes()));
    } else {
      environment
          .out()
          .println(
              "The backup is on the coordinator's computer, in "
                  + backup.getFolder()
                  + " ("
                  + Sizes.format(backup.getBytes())
                  + ").");
    }
    return 0;
  }
}
