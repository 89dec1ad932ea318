package io.lull.cli.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.client.grid.GridClient;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Fetches the key of a job's checkpoints. */
@Command(
    name = "key",
    description =
        "Fetch the key that a job's checkpoints are encrypted with, to export copies of them. The"
            + " coordinator's audit log records it.")
final class CheckpointKeyCommand implements Callable<Integer> {
  private final CommandEnvironment environment;

  @Parameters(paramLabel = "ID", description = "The job, such as J1.")
  private String id = "";

  @Option(
      names = "--output",
      paramLabel = "FILE",
      required = true,
      description = "The file to write the key to, for you alone; it must not exist.")
  private String output = "";

  @Mixin private final JsonOption json = new JsonOption();

  CheckpointKeyCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    final String job = Arguments.job(id);
    final Path file = Arguments.path(environment, "--output", output);
    final byte[] key;
    try (GridClient grid = environment.grid().get()) {
      key = grid.pieceKey(job);
    }
    if (key.length == 0) {
      throw new CommandFailure(
          ExitCode.FAILED, job + " has no key: its checkpoints are not encrypted, or it has none");
    }
    PieceKeyFile.write("--output", file, key);
    if (json.wanted) {
      environment.print(
          JsonNodeFactory.instance.objectNode().put("job", job).put("path", file.toString()));
    } else {
      environment.out().println(file);
    }
    return ExitCode.DONE.number();
  }
}
