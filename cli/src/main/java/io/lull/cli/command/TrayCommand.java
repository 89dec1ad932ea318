package io.lull.cli.command;

import io.lull.cli.Programs;
import io.lull.cli.exit.CommandFailure;
import io.lull.tray.app.TrayOptions;
import io.lull.tray.app.TrayProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "tray",
    description =
        "Open the owner's window: what Lull does here, and its settings. A second"
            + " start shows the window of the first.",
    sortOptions = false)
final class TrayCommand implements Callable<Integer> {
  private final CommandEnvironment environment;

  @Option(
      names = "--page",
      paramLabel = "NAME",
      description =
          "Open this page: computer, jobs, cluster, capacity (administrators) or preferences.")
  private @Nullable String page;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "The agent's data folder; by default LULL_AGENT_DATA, else the platform's place for it.")
  private @Nullable String data;

  @Option(
      names = "--background",
      description =
          "Start with only the tray icon, as at login; if no icon appears"
              + " within a minute, exit.")
  private boolean background;

  TrayCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    final Path folder =
        data == null
            ? environment.home().agentAsked()
            : Arguments.path(environment, "--data", data);
    if (background && page != null) {
      throw CommandFailure.badInput("--background and --page exclude each other: use only one");
    }
    return TrayProgram.run(
        new TrayOptions(
            environment.home(),
            folder,
            Optional.ofNullable(page),
            background,
            Programs.launcher().filter(Files::isExecutable)));
  }
}
