package io.lull.cli.command;

import io.lull.cli.json.JsonViews;
import io.lull.client.grid.GridClient;
import io.lull.protocol.wire.NodeView;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The commands that concern one node. */
final class NodeCommands {
  private NodeCommands() {}

  /** One request about one node; the answer is the node. */
  abstract static class OneNode implements Callable<Integer> {
    private final CommandEnvironment environment;
    private final BiFunction<GridClient, String, NodeView> call;

    @Parameters(paramLabel = "NODE", description = "The machine's name, as lull nodes lists it.")
    private String name = "";

    @Mixin private final JsonOption json = new JsonOption();

    OneNode(CommandEnvironment environment, BiFunction<GridClient, String, NodeView> call) {
      this.environment = environment;
      this.call = call;
    }

    @Override
    public Integer call() {
      final String node = Arguments.node(name);
      final NodeView view;
      try (GridClient grid = environment.grid().get()) {
        view = call.apply(grid, node);
      }
      if (json.wanted) {
        environment.print(JsonViews.node(view));
      } else {
        environment.out().print(NodeText.full(environment, view));
      }
      return 0;
    }
  }

  @Command(name = "node", description = "Show one machine.")
  static final class Show extends OneNode {
    Show(CommandEnvironment environment) {
      super(environment, GridClient::node);
    }
  }

  @Command(
      name = "drain",
      description = "Drain a machine: running jobs leave and no new ones come.")
  static final class Drain extends OneNode {
    Drain(CommandEnvironment environment) {
      super(environment, GridClient::drain);
    }
  }

  @Command(name = "undrain", description = "Let jobs use a drained machine again.")
  static final class Undrain extends OneNode {
    Undrain(CommandEnvironment environment) {
      super(environment, GridClient::undrain);
    }
  }
}
