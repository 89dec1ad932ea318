package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Defined here so that it is listed; the launcher of a source tree never comes here with it. */
@Command(
    name = "bench",
    description = "Run a benchmark (in a source tree); lull bench --help lists them.")
final class BenchCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FIGURES", description = "The benchmark and its options.")
  private List<String> words = List.of();

  @Override
  public Integer call() {
    throw CommandFailure.badInput(
        String.join(" ", "bench", String.join(" ", words)).strip()
            + " needs a source tree of Lull, not an installation: run"
            + " ./lull bench there");
  }
}
