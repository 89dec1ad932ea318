package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.top.Console;
import io.lull.cli.top.LiveTop;
import io.lull.cli.top.TerminalConsole;
import io.lull.cli.top.TopJson;
import io.lull.cli.top.TopPage;
import io.lull.cli.top.TopSnapshot;
import io.lull.client.grid.GridClient;
import io.lull.protocol.text.Durations;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "top",
    description = {
      "Show the cluster live: machines, jobs and what runs where.",
      "Press q to quit. Without a terminal, pages are printed one after another."
    },
    sortOptions = false)
final class TopCommand implements Callable<Integer> {
  private static final Duration QUICKEST = Duration.ofMillis(250);
  private static final Duration SLOWEST = Duration.ofHours(1);

  private final CommandEnvironment surroundings;

  @Option(names = "--once", description = "Print one page and exit.")
  private boolean once;

  @Option(
      names = "--interval",
      paramLabel = "DURATION",
      description = "Refresh interval; default: 1s.")
  private String interval = "1s";

  @Mixin private final JsonOption json = new JsonOption();

  TopCommand(CommandEnvironment surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws InterruptedException {
    final Duration pause = Arguments.parse("--interval", interval, Durations::parse);
    if (pause.compareTo(QUICKEST) < 0 || pause.compareTo(SLOWEST) > 0) {
      throw CommandFailure.badInput("--interval: from 250ms to 1h, not " + interval);
    }
    try (GridClient grid = surroundings.grid().get()) {
      final TopSnapshot first = look(grid);
      if (json.wanted) {
        surroundings.print(TopJson.of(first));
      } else if (once || !surroundings.screen().terminal()) {
        print(first);
        if (!once) {
          printOn(grid, pause);
        }
      } else {
        live(grid, first, pause);
      }
      return ExitCode.DONE.number();
    }
  }

  private TopSnapshot look(GridClient grid) {
    return new TopSnapshot(surroundings.clock().epochMillis(), grid.nodes(), grid.jobs(false));
  }

  private void live(GridClient grid, TopSnapshot first, Duration pause)
      throws InterruptedException {
    final ExecutorService asking =
        Executors.newSingleThreadExecutor(Thread.ofVirtual().name("top").factory());
    try (Console console = new TerminalConsole(surroundings.out())) {
      new LiveTop(
              () -> look(grid),
              asking,
              pause,
              surroundings.clock(),
              surroundings.screen(),
              surroundings.zone())
          .run(first, console);
    } finally {
      asking.shutdownNow();
    }
  }

  /** Page after page, until nobody reads them any more. */
  private void printOn(GridClient grid, Duration pause) throws InterruptedException {
    final CountDownLatch never = new CountDownLatch(1);
    while (!surroundings.out().checkError()
        && !never.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
      surroundings.out().println();
      print(look(grid));
    }
  }

  private void print(TopSnapshot glance) {
    new TopPage(surroundings.screen(), TopPage.ANY_HEIGHT, surroundings.zone())
        .lines(glance, "")
        .forEach(surroundings.out()::println);
    surroundings.out().flush();
  }
}
