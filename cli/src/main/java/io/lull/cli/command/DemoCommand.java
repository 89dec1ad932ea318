package io.lull.cli.command;

import io.lull.cli.demo.Demo;
import io.lull.cli.demo.DemoOptions;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "demo",
    description = {
      "Run a whole cluster on this computer: a coordinator and agents, each in its own process.",
      "A Jacobi job survives an owner's return, gains a machine and loses one; its"
          + " result is checked against a run on one worker. Nothing is left running."
    },
    sortOptions = false)
final class DemoCommand implements Callable<Integer> {
  private final CommandEnvironment environment;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "Number of machines; default: ${DEFAULT-VALUE}.")
  private int nodes = DemoOptions.DEFAULT_NODES;

  @Option(
      names = "--size",
      paramLabel = "N",
      description = "Cells per side of the grid; default: ${DEFAULT-VALUE}.")
  private int size = DemoOptions.DEFAULT_SIZE;

  @Option(
      names = "--iterations",
      paramLabel = "K",
      description = "Default: as many as the demonstration needs.")
  private @Nullable Long iterations;

  @Option(
      names = "--events",
      paramLabel = "FILE",
      description =
          "Your own events: lines SECONDS NODE EVENT [VALUE], seconds from the first iteration,"
              + " a machine by name or number, and an event of an owner's script, or stay, leave,"
              + " kill.")
  private @Nullable String events;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the report to this file as JSON.")
  private @Nullable String json;

  @Option(names = "--keep", paramLabel = "DIR", description = "Keep all files in this folder.")
  private @Nullable String keep;

  @Option(
      names = "--no-window",
      description = "Print plain lines, even on a terminal, and open no window.")
  private boolean noWindow;

  DemoCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    final DemoOptions options =
        new DemoOptions(
            nodes,
            size,
            iterations == null ? OptionalLong.empty() : OptionalLong.of(iterations),
            path("--events", events),
            path("--json", json),
            path("--keep", keep),
            !noWindow);
    return Demo.run(options, environment.out(), environment.screen());
  }

  private @Nullable Path path(String option, @Nullable String text) {
    return text == null ? null : Arguments.path(environment, option, text);
  }
}
