package io.lull.cli.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lull.cli.json.JsonViews;
import io.lull.client.grid.GridClient;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "explain",
    description = "Explain why a job waits or has its machines, or why a machine is in its state.")
final class ExplainCommand implements Callable<Integer> {
  private final CommandEnvironment environment;

  @Parameters(paramLabel = "JOB|NODE", description = "A job, such as J1, or a machine's name.")
  private String name = "";

  @Mixin private final JsonOption json = new JsonOption();

  ExplainCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    final boolean isJob = Arguments.isJob(name);
    final String subject = isJob ? Arguments.job(name) : Arguments.node(name);
    final List<String> lines;
    try (GridClient grid = environment.grid().get()) {
      lines = isJob ? grid.explainJob(subject) : grid.explainNode(subject);
    }
    if (json.wanted) {
      final ObjectNode document = JsonViews.explanation(isJob ? "job" : "node", subject, lines);
      environment.print(document);
    } else {
      lines.forEach(environment.out()::println);
    }
    return 0;
  }
}
