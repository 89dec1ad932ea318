package io.lull.cli.command;

import io.lull.cli.completion.ShellScript;
import io.lull.cli.exit.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "completion",
    description = "Print the script that completes commands, jobs and nodes in your shell.",
    sortOptions = false)
final class ShellCommand implements Callable<Integer> {
  private final CommandEnvironment environment;

  @Parameters(paramLabel = "bash|zsh|fish", description = "Your shell.")
  private String shell = "";

  ShellCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    environment.out().print(ShellScript.of(shell));
    return ExitCode.DONE.number();
  }
}
