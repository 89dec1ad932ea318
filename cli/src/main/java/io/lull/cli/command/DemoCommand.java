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
      "Show a whole grid on this computer: a coordinator and agents, each a process of its own.",
      "A Jacobi job goes through an owner's return, a machine gained and a machine killed; its"
          + " result is checked against the same solve on one worker. Nothing is left running."
    },
    sortOptions = false)
final class DemoCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "How many workstations; ${DEFAULT-VALUE} by default.")
  private int nodes = DemoOptions.DEFAULT_NODES;

  @Option(
      names = "--size",
      paramLabel = "N",
      description = "Cells on a side of the grid; ${DEFAULT-VALUE} by default.")
  private int size = DemoOptions.DEFAULT_SIZE;

  @Option(
      names = "--iterations",
      paramLabel = "K",
      description = "By default as many as the story needs.")
  private @Nullable Long iterations;

  @Option(
      names = "--events",
      paramLabel = "FILE",
      description =
          "A story of your own: lines SECONDS NODE EVENT [VALUE], seconds from the first iteration,"
              + " a node by name or number, and an event of an owner's script, or stay, leave,"
              + " kill.")
  private @Nullable String events;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the report to this file as JSON.")
  private @Nullable String json;

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description = "Keep everything that is made in this folder.")
  private @Nullable String keep;

  @Option(
      names = "--no-window",
      description = "Plain lines, on a terminal too, and no window on the cluster.")
  private boolean noWindow;

  DemoCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
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
    return Demo.run(options, surroundings.out(), surroundings.screen());
  }

  private @Nullable Path path(String option, @Nullable String text) {
    return text == null ? null : Arguments.path(surroundings, option, text);
  }
}
