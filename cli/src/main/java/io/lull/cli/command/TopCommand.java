package io.lull.cli.command;

import io.lull.cli.exit.CommandFailure;
import io.lull.cli.exit.ExitCode;
import io.lull.cli.top.Console;
import io.lull.cli.top.Glance;
import io.lull.cli.top.LiveTop;
import io.lull.cli.top.TerminalConsole;
import io.lull.cli.top.TopJson;
import io.lull.cli.top.TopPage;
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
      "Show the whole grid, again each second: its nodes, its jobs, who computes for what.",
      "Press q to leave. Where the output is no terminal, the pages follow one another."
    },
    sortOptions = false)
final class TopCommand implements Callable<Integer> {
  private static final Duration QUICKEST = Duration.ofMillis(250);
  private static final Duration SLOWEST = Duration.ofHours(1);

  private final Surroundings surroundings;

  @Option(names = "--once", description = "Print one page and end.")
  private boolean once;

  @Option(
      names = "--interval",
      paramLabel = "DURATION",
      description = "How often the coordinator is asked; 1s by default.")
  private String interval = "1s";

  @Mixin private final JsonOption json = new JsonOption();

  TopCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws InterruptedException {
    final Duration pause = Arguments.parse("--interval", interval, Durations::parse);
    if (pause.compareTo(QUICKEST) < 0 || pause.compareTo(SLOWEST) > 0) {
      throw CommandFailure.badInput("--interval: from 250ms to 1h, not " + interval);
    }
    try (GridClient grid = surroundings.grid().get()) {
      final Glance first = look(grid);
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

  private Glance look(GridClient grid) {
    return new Glance(surroundings.clock().epochMillis(), grid.nodes(), grid.jobs(false));
  }

  private void live(GridClient grid, Glance first, Duration pause) throws InterruptedException {
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

  private void print(Glance glance) {
    new TopPage(surroundings.screen(), TopPage.ANY_HEIGHT, surroundings.zone())
        .lines(glance, "")
        .forEach(surroundings.out()::println);
    surroundings.out().flush();
  }
}
