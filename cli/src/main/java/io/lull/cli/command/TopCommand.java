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

  private final CommandEnvironment environment;

  @Option(names = "--once", description = "Print one page and exit.")
  private boolean once;

  @Option(
      names = "--interval",
      paramLabel = "DURATION",
      description = "Refresh interval; default: 1s.")
  private String interval = "1s";

  @Mixin private final JsonOption json = new JsonOption();

  TopCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws InterruptedException {
    final Duration pause = Arguments.parse("--interval", interval, Durations::parse);
    if (pause.compareTo(QUICKEST) < 0 || pause.compareTo(SLOWEST) > 0) {
      throw CommandFailure.badInput("--interval: from 250ms to 1h, not " + interval);
    }
    try (GridClient grid = environment.grid().get()) {
      final TopSnapshot first = look(grid);
      if (json.wanted) {
        environment.print(TopJson.of(first));
      } else if (once || !environment.screen().terminal()) {
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
    return new TopSnapshot(environment.clock().epochMillis(), grid.nodes(), grid.jobs(false));
  }

  private void live(GridClient grid, TopSnapshot first, Duration pause)
      throws InterruptedException {
    final ExecutorService asking =
        Executors.newSingleThreadExecutor(Thread.ofVirtual().name("top").factory());
    try (Console console = new TerminalConsole(environment.out())) {
      new LiveTop(
              () -> look(grid),
              asking,
              pause,
              environment.clock(),
              environment.screen(),
              environment.zone())
          .run(first, console);
    } finally {
      asking.shutdownNow();
    }
  }

  /** Prints page after page, until the reader is gone. */
  private void printOn(GridClient grid, Duration pause) throws InterruptedException {
    final CountDownLatch never = new CountDownLatch(1);
    while (!environment.out().checkError()
        && !never.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
      environment.out().println();
      print(look(grid));
    }
  }

  private void print(TopSnapshot glance) {
    new TopPage(environment.screen(), TopPage.ANY_HEIGHT, environment.zone())
        .lines(glance, "")
        .forEach(environment.out()::println);
    environment.out().flush();
  }
}
