package io.lull.cli.command;

import io.lull.cli.json.Views;
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
    private final Surroundings surroundings;
    private final BiFunction<GridClient, String, NodeView> call;

    @Parameters(paramLabel = "NODE", description = "The node's name, as lull nodes lists it.")
    private String name = "";

    @Mixin private final JsonOption json = new JsonOption();

    OneNode(Surroundings surroundings, BiFunction<GridClient, String, NodeView> call) {
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
        surroundings.print(Views.node(view));
      } else {
        surroundings.out().print(NodeText.full(surroundings, view));
      }
      return 0;
    }
  }

  @Command(name = "node", description = "Show one workstation.")
  static final class Show extends OneNode {
    Show(Surroundings surroundings) {
      super(surroundings, GridClient::node);
    }
  }

  @Command(
      name = "drain",
      description = "Keep jobs away from a node, and let those that run there leave.")
  static final class Drain extends OneNode {
    Drain(Surroundings surroundings) {
      super(surroundings, GridClient::drain);
    }
  }

  @Command(name = "undrain", description = "Let jobs use a drained node again.")
  static final class Undrain extends OneNode {
    Undrain(Surroundings surroundings) {
      super(surroundings, GridClient::undrain);
    }
  }
}
