package io.lull.cli.command;

import io.lull.cli.json.DecisionJson;
import io.lull.cli.json.JsonViews;
import io.lull.client.grid.GridClient;
import io.lull.protocol.wire.Explanation;
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
    final Explanation explanation;
    try (GridClient grid = environment.grid().get()) {
      explanation = isJob ? grid.explainJob(subject) : grid.explainNode(subject);
    }
    if (json.wanted) {
      environment.print(
          isJob
              ? DecisionJson.job(subject, explanation)
              : JsonViews.explanation("node", subject, explanation.getLinesList()));
    } else {
      explanation.getLinesList().forEach(environment.out()::println);
    }
    return 0;
  }
}
