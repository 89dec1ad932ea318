package io.lull.cli.command;

import io.lull.cli.json.Views;
import io.lull.cli.text.JobWords;
import io.lull.cli.text.Table;
import io.lull.cli.text.Tone;
import io.lull.cli.text.Words;
import io.lull.client.grid.GridClient;
import io.lull.protocol.wire.NodeView;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "nodes", description = "List the workstations of the grid.")
final class NodesCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Mixin private final JsonOption json = new JsonOption();

  NodesCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    final List<NodeView> nodes;
    try (GridClient grid = surroundings.grid().get()) {
      nodes = grid.nodes();
    }
    if (json.wanted) {
      surroundings.print(Views.nodes(nodes));
      return 0;
    }
    if (nodes.isEmpty()) {
      surroundings
          .out()
          .println("No nodes. Start an agent on a workstation: lull agent --help says how.");
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
          .cell(node.getName(), Tone.STRONG)
          .cell(node.getState(), Tone.ofState(node.getState()))
          .cell(node.getSince() == 0 ? "–" : Words.duration(surroundings.since(node.getSince())))
          .cell(JobWords.of(node))
          .cell(Words.percent(node.getOwnerCpu()))
          .cell(Words.percent(node.getGuestCpu()))
          .cell(node.getCores())
          .cell(NodeText.speed(node))
          .cell(node.getReason());
    }
    surroundings.out().print(table.render(surroundings.screen()));
    return 0;
  }
}
