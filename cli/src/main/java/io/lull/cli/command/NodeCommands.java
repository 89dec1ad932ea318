package io.lull.cli.command;

import io.lull.cli.json.JsonViews;
import io.lull.client.grid.GridClient;
import io.lull.protocol.wire.NodeView;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** What is asked about, or of, one node. */
final class NodeCommands {
  private NodeCommands() {}

  /** The name and the answer, which all of them share. */
  abstract static class OneNode implements Callable<Integer> {
    private final CommandEnvironment surroundings;
    private final BiFunction<GridClient, String, NodeView> call;

    @Parameters(paramLabel = "NODE", description = "The machine's name, as lull nodes lists it.")
    private String name = "";

    @Mixin private final JsonOption json = new JsonOption();

    OneNode(CommandEnvironment surroundings, BiFunction<GridClient, String, NodeView> call) {
      this.surroundings = surroundings;
      this.call = call;
    }

    @Override
    public Integer call() {
      final String node = Arguments.node(name);
      final NodeView view;
      try (GridClient grid = surroundings.grid().get()) {
        view = call.apply(grid, node);
      }
      if (json.wanted) {
        surroundings.print(JsonViews.node(view));
      } else {
        surroundings.out().print(NodeText.full(surroundings, view));
      }
      return 0;
    }
  }

  @Command(name = "node", description = "Show one machine.")
  static final class Show extends OneNode {
    Show(CommandEnvironment surroundings) {
      super(surroundings, GridClient::node);
    }
  }

  @Command(
      name = "drain",
      description = "Drain a machine: running jobs leave and no new ones come.")
  static final class Drain extends OneNode {
    Drain(CommandEnvironment surroundings) {
      super(surroundings, GridClient::drain);
    }
  }

  @Command(name = "undrain", description = "Let jobs use a drained machine again.")
  static final class Undrain extends OneNode {
    Undrain(CommandEnvironment surroundings) {
      super(surroundings, GridClient::undrain);
    }
  }
}
