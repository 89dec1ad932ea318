package io.lull.cli.run;

import io.lull.cli.local.GridMonitor;
import io.lull.cli.local.GridReporter;
import io.lull.cli.local.LocalGridFailure;
import io.lull.cli.local.LocalNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Owners who come back and go again, and machines that die and are replaced, while a job runs. The
 * seed decides what happens in which order; when it does depends on the computer.
 */
final class Shaking {
  static final int MOST_KILLS = 2;

  /** Then all owners stay away, so that the job comes to its end. */
  private static final int MOST_EVENTS = 24;

  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(800);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(3);

  private final Machines machines;
  private final GridMonitor monitor;
  private final GridReporter reporter;
  private final RandomGenerator random;
  private int kills;

  /** The machines that there are, and more. */
  interface Machines {
    List<LocalNode> present();

    void add() throws IOException, LocalGridFailure, InterruptedException;
  }

  /** What can happen next. */
  private enum Event {
    RETURN,
    LEAVE,
    KILL
  }

  Shaking(Machines machines, GridMonitor monitor, GridReporter reporter, RandomGenerator random) {
    this.machines = machines;
    this.monitor = monitor;
    this.reporter = reporter;
    this.random = random;
  }

  /** Until the job has ended, or enough has happened. */
  void untilItEnds() throws IOException, LocalGridFailure, InterruptedException {
    for (int i = 0; i < MOST_EVENTS && !monitor.endsWithin(pause()); i++) {
      happen(event());
    }
    machines.present().forEach(node -> node.atDesk(false));
  }

  private Duration pause() {
    return Duration.ofMillis(
        random.nextLong(SHORTEST_PAUSE.toMillis(), LONGEST_PAUSE.toMillis() + 1));
  }

  private List<LocalNode> nodes(boolean atDesk) {
    return machines.present().stream()
        .filter(node -> node.agent().isAlive() && node.isAtDesk() == atDesk)
        .toList();
  }

  private Event event() {
    final List<Event> possible = new ArrayList<>();
    // One machine always stays, so that the job gets on.
    if (nodes(false).size() > 1) {
      possible.add(Event.RETURN);
      possible.add(Event.RETURN);
      if (kills < MOST_KILLS) {
        possible.add(Event.KILL);
      }
    }
    if (!nodes(true).isEmpty()) {
      possible.add(Event.LEAVE);
      possible.add(Event.LEAVE);
    }
    return possible.get(random.nextInt(possible.size()));
  }

  private LocalNode one(boolean atDesk) {
    final List<LocalNode> nodes = nodes(atDesk);
    return nodes.get(random.nextInt(nodes.size()));
  }

  private void happen(Event event) throws IOException, LocalGridFailure, InterruptedException {
    switch (event) {
      case RETURN -> {
        final LocalNode node = one(false);
        reporter.say("the owner of " + node.name() + " is back and types");
        node.atDesk(true);
      }
      case LEAVE -> {
        final LocalNode node = one(true);
        reporter.say("the owner of " + node.name() + " leaves");
        node.atDesk(false);
      }
      case KILL -> {
        final LocalNode node = one(false);
        kills++;
        reporter.say(node.name() + " is killed without warning, and another machine joins");
        node.kill();
        machines.add();
      }
    }
  }
}
