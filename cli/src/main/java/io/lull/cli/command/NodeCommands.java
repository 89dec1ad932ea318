package io.lull.cli.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.cli.json.JsonViews;
import io.lull.client.grid.GridClient;
import io.lull.protocol.wire.NodeView;
import java.util.List;
import java.util.function.BiFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The commands that concern single nodes. */
final class NodeCommands {
  private NodeCommands() {}

  /** One request about each node; the answer is the node. */
  abstract static class ManyNodes extends Several<NodeView> {
    private final BiFunction<GridClient, String, NodeView> call;

    @Parameters(
        paramLabel = "NODE",
        arity = "1..*",
        description = "The machines' names, as lull nodes lists them.")
    private List<String> names = List.of();

    ManyNodes(CommandEnvironment environment, BiFunction<GridClient, String, NodeView> call) {
      super(environment);
      this.call = call;
    }

    @Override
    List<String> subjects() {
      return names.stream().map(Arguments::node).distinct().toList();
    }

    @Override
    NodeView ask(GridClient grid, String node) {
      return call.apply(grid, node);
    }

    @Override
    ObjectNode document(NodeView view) {
      return JsonViews.node(view);
    }

    @Override
    String text(NodeView view) {
      return NodeText.full(environment(), view);
    }
  }

  @Command(name = "node", description = "Show single machines.")
  static final class Show extends ManyNodes {
    Show(CommandEnvironment environment) {
      super(environment, GridClient::node);
    }
  }

  @Command(name = "drain", description = "Drain machines: running jobs leave and no new ones come.")
  static final class Drain extends ManyNodes {
    Drain(CommandEnvironment environment) {
      super(environment, GridClient::drain);
    }
  }

  @Command(name = "undrain", description = "Let jobs use drained machines again.")
  static final class Undrain extends ManyNodes {
    Undrain(CommandEnvironment environment) {
      super(environment, GridClient::undrain);
    }
  }
}
