package io.lull.cli.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.cli.json.Views;
import io.lull.client.grid.GridClient;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "explain",
    description = "Why a job waits or has the nodes that it has, or why a node does what it does.")
final class ExplainCommand implements Callable<Integer> {
  private final Surroundings surroundings;

  @Parameters(paramLabel = "JOB|NODE", description = "A job, J1 say, or a node's name.")
  private String name = "";

  @Mixin private final JsonOption json = new JsonOption();

  ExplainCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() {
    final boolean isJob = Arguments.isJob(name);
    final String subject = isJob ? Arguments.job(name) : Arguments.node(name);
    final List<String> lines;
    try (GridClient grid = surroundings.grid().get()) {
      lines = isJob ? grid.explainJob(subject) : grid.explainNode(subject);
    }
    if (json.wanted) {
      final ObjectNode document = Views.explanation(isJob ? "job" : "node", subject, lines);
      surroundings.print(document);
    } else {
      lines.forEach(surroundings.out()::println);
    }
    return 0;
  }
}
