package io.lull.cli.command;

import io.lull.cli.completion.Candidates;
import io.lull.cli.exit.ExitCode;
import io.lull.client.ClientFailure;
import io.lull.client.grid.GridClient;
import io.lull.protocol.wire.JobView;
import io.lull.protocol.wire.NodeView;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What the shells' completion calls. Says nothing but candidates, whatever is wrong. */
@Command(name = "complete", hidden = true, description = "List what can stand next.")
final class CompleteCommand implements Callable<Integer> {
  private final CommandEnvironment environment;
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "WORD",
      arity = "0..*",
      description = "What is typed, after the program's name; the last one is not complete.")
  private List<String> words = List.of();

  CompleteCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    new Candidates(spec.root().commandLine(), new OfGrid(environment))
        .of(words)
        .forEach(environment.out()::println);
    return ExitCode.DONE.number();
  }

  /** Names as the coordinator has them; none when it cannot be asked. */
  private record OfGrid(CommandEnvironment environment) implements Candidates.Names {
    @Override
    public Stream<String> jobs() {
      return asked(grid -> grid.jobs(false).stream().map(JobView::getId));
    }

    @Override
    public Stream<String> nodes() {
      return asked(grid -> grid.nodes().stream().map(NodeView::getName));
    }

    private Stream<String> asked(Function<GridClient, Stream<String>> question) {
      try (GridClient grid = environment.grid().get()) {
        return question.apply(grid).toList().stream();
      } catch (ClientFailure e) {
        // A message in the middle of somebody's line would be worse than no candidates.
        return Stream.empty();
      }
    }
  }
}
