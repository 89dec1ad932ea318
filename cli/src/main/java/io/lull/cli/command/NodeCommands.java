package io.lull.cli.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.cli.json.JsonViews;
import io.lull.client.grid.GridClient;
import io.lull.protocol.wire.NodeView;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that concern single nodes. */
final class NodeCommands {
  private NodeCommands() {}

  /** One request about each node; the answer is the node. */
  abstract static class ManyNodes extends Several<NodeView> {
    @Parameters(
        paramLabel = "NODE",
        arity = "1..*",
        description = "The machines' names, as lull nodes lists them.")
    private List<String> names = List.of();

    ManyNodes(CommandEnvironment environment) {
      super(environment);
    }

    @Override
    List<String> subjects() {
      return names.stream().map(Arguments::node).distinct().toList();
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
      super(environment);
    }

    @Override
    NodeView ask(GridClient grid, String node) {
      return grid.node(node);
    }
  }

  @Command(name = "drain", description = "Drain machines: running jobs leave and no new ones come.")
  static final class Drain extends ManyNodes {
    @Option(
        names = "--by",
        paramLabel = "TIME",
        description =
            "Jobs use them until shortly before this, and have then left: 18:30, 2026-11-27T08:00,"
                + " or in 2h.")
    private @Nullable String by;

    private long byMillis;

    Drain(CommandEnvironment environment) {
      super(environment);
    }

    @Override
    void check() {
      byMillis = by == null ? 0 : Arguments.future(environment(), "--by", by).toEpochMilli();
    }

    @Override
    NodeView ask(GridClient grid, String node) {
      return grid.drain(node, byMillis);
    }
  }

  @Command(name = "undrain", description = "Let jobs use drained machines again.")
  static final class Undrain extends ManyNodes {
    Undrain(CommandEnvironment environment) {
      super(environment);
    }

    @Override
    NodeView ask(GridClient grid, String node) {
      return grid.undrain(node);
    }
  }
}
