package io.lull.cli.command;

import io.lull.cli.json.JsonViews;
import io.lull.cli.text.HumanFormat;
import io.lull.cli.text.JobWords;
import io.lull.cli.text.Table;
import io.lull.cli.text.TextStyle;
import io.lull.client.grid.GridClient;
import io.lull.protocol.wire.NodeView;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "nodes", description = "List the machines of the cluster.")
final class NodesCommand implements Callable<Integer> {
  private final CommandEnvironment environment;

  @Mixin private final JsonOption json = new JsonOption();

  NodesCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    final List<NodeView> nodes;
    try (GridClient grid = environment.grid().get()) {
      nodes = grid.nodes();
    }
    if (json.wanted) {
      environment.print(JsonViews.nodes(nodes));
      return 0;
    }
    if (nodes.isEmpty()) {
      environment.out().println("No machines. Start an agent on one: see lull agent --help.");
      return 0;
    }
    final Table table =
        new Table()
            .left("NODE")
            .left("STATE")
            .left("FOR")
            .left("JOB")
            .right("OWNER CPU")
            .right("GUEST CPU")
            .right("CORES")
            .right("SPEED")
            .left("REASON");
    for (final NodeView node : nodes) {
      table
          .row()
          .cell(node.getName(), TextStyle.STRONG)
          .cell(node.getState(), TextStyle.ofState(node.getState()))
          .cell(
              node.getSince() == 0 ? "–" : HumanFormat.duration(environment.since(node.getSince())))
          .cell(JobWords.of(node))
          .cell(node.getReduced() ? "–" : HumanFormat.percent(node.getOwnerCpu()))
          .cell(HumanFormat.percent(node.getGuestCpu()))
          .cell(node.getCores())
          .cell(NodeText.speed(node))
          .cell(node.getReason());
    }
    environment.out().print(table.render(environment.screen()));
    return 0;
  }
}
