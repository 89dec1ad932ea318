package io.lull.cli.demo;

import io.lull.cli.local.GridMonitor;
import io.lull.cli.local.GridReporter;
import io.lull.cli.local.GridSnapshot;
import io.lull.cli.local.LocalGridFailure;
import io.lull.cli.local.LocalNode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/** Where a scenario runs: it makes owners come and go, kills machines, and observes the effects. */
final class DemoControl {
  private final List<LocalNode> nodes;
  private final GridMonitor watch;
  private final GridReporter narrator;
  private final Duration pace;

  /**
   * @param pace the minimum time of an iteration
   */
  DemoControl(List<LocalNode> nodes, GridMonitor watch, GridReporter narrator, Duration pace) {
    this.nodes = List.copyOf(nodes);
    this.watch = watch;
    this.narrator = narrator;
    this.pace = pace;
  }

  List<LocalNode> nodes() {
    return nodes;
  }

  void say(String line) {
    narrator.say(line);
  }

  /** An event of an owner's script, now. */
  void does(LocalNode node, String event) throws LocalGridFailure {
    try {
      node.does(event);
    } catch (IOException e) {
      throw new LocalGridFailure(node.name() + " cannot be controlled: " + e.getMessage(), e);
    }
  }

  void kill(LocalNode node) {
    node.atDesk(false);
    node.kill();
  }

  GridSnapshot sight() {
    return watch.sight();
  }

  GridSnapshot await(String what, Duration deadline, Predicate<GridSnapshot> condition)
      throws LocalGridFailure, InterruptedException {
    return watch.await(what, deadline, condition);
  }

  /** Lets the job compute for about this long. */
  void compute(Duration duration, Duration deadline) throws LocalGridFailure, InterruptedException {
    final long iterations = Math.max(1, duration.toMillis() / Math.max(1, pace.toMillis()));
    final long from = watch.sight().iteration();
    watch.await("the job to continue", deadline, sight -> sight.iteration() >= from + iterations);
  }

  /** Waits this long; true if the job has ended before. */
  boolean endsWithin(Duration pause) throws LocalGridFailure, InterruptedException {
    return watch.endsWithin(pause);
  }
}
