package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.simulate.FaultReplay;
import io.lull.cli.simulate.FaultSearch;
import io.lull.cli.simulate.OutputFile;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Faults of hosts, networks and the store, in virtual time. */
@Command(
    name = "faults",
    description =
        "Let simulated grids live through faults that are drawn at random, and check that nothing"
            + " is lost.",
    sortOptions = false)
final class SimulateFaultsCommand implements Callable<Integer> {
  private static final String SEEDS = "--seeds";
  private static final String FIRST = "--first";
  private static final String REPLAY = "--replay";
  private static final String SHRINK = "--shrink";
  private static final String JSON = "--json";
  private static final int MOST_SEEDS = 10_000_000;

  private final CommandEnvironment environment;

  @Option(
      names = SEEDS,
      paramLabel = "N",
      description = "So many histories, each by a seed of its own.")
  private @Nullable Integer seeds;

  @Option(
      names = FIRST,
      paramLabel = "SEED",
      description = "With --seeds: the first one. Default: 1.")
  private @Nullable Long first;

  @Option(
      names = REPLAY,
      paramLabel = "FILE",
      description = "One history, from a file that --shrink wrote.")
  private @Nullable String replay;

  @Option(
      names = SHRINK,
      paramLabel = "HISTORY",
      description = "The shortest history that fails as this one does; --seeds names them.")
  private @Nullable String shrink;

  @Option(
      names = JSON,
      paramLabel = "FILE",
      description = "Write the findings to this file; with --shrink and --replay the history.")
  private @Nullable String json;

  SimulateFaultsCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    if (Stream.of(seeds != null, replay != null, shrink != null).filter(given -> given).count()
        != 1) {
      throw CommandFailure.badInput("give one of --seeds N, --replay FILE and --shrink HISTORY");
    }
    if (first != null && seeds == null) {
      throw CommandFailure.badInput("--first is the first of several: give --seeds N, too");
    }
    final @Nullable OutputFile document = Arguments.output(environment, JSON, json);
    // Help lists this command where there is no simulator: its classes occur within methods only.
    return (seeds == null ? one(document) : many(seeds, document)).number();
  }

  private ExitCode many(int number, @Nullable OutputFile document) {
    if (number < 1 || number > MOST_SEEDS) {
      throw CommandFailure.badInput(SEEDS + ": from 1 to " + MOST_SEEDS + ", not " + number);
    }
    final FaultSearch search =
        FaultSearch.of(first == null ? 1 : first, number, environment.progress());
    if (document != null) {
      document.write(search.json());
    }
    environment.out().print(search.text(environment.screen()));
    return search.held() ? ExitCode.DONE : ExitCode.FAILED;
  }

  private ExitCode one(@Nullable OutputFile document) {
    final FaultReplay history =
        replay != null
            ? FaultReplay.from(REPLAY, Arguments.path(environment, REPLAY, replay))
            : FaultReplay.shrunk(SHRINK, shrink == null ? "" : shrink, environment.progress());
    if (document != null) {
      document.write(history.json());
    }
    environment.out().print(history.text());
    return history.held() ? ExitCode.DONE : ExitCode.FAILED;
  }
}
