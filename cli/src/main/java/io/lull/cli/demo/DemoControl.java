package io.lull.cli.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/** Where a scenario runs: it makes owners come and go, kills machines, and observes the effects. */
final class DemoControl {
  private final List<DemoNode> nodes;
  private final DemoMonitor watch;
  private final DemoReporter narrator;
  private final Duration pace;

  /**
   * @param pace the minimum time of an iteration
   */
  DemoControl(List<DemoNode> nodes, DemoMonitor watch, DemoReporter narrator, Duration pace) {
    this.nodes = List.copyOf(nodes);
    this.watch = watch;
    this.narrator = narrator;
    this.pace = pace;
  }

  List<DemoNode> nodes() {
    return nodes;
  }

  void say(String line) {
    narrator.say(line);
  }

  /** An event of an owner's script, now. */
  void does(DemoNode node, String event) throws ScenarioFailure {
    try {
      node.does(event);
    } catch (IOException e) {
      throw new ScenarioFailure(node.name() + " cannot be controlled: " + e.getMessage(), e);
    }
  }

  void kill(DemoNode node) {
    node.atDesk(false);
    node.kill();
  }

  DemoSnapshot sight() {
    return watch.sight();
  }

  DemoSnapshot await(String what, Duration deadline, Predicate<DemoSnapshot> condition)
      throws ScenarioFailure, InterruptedException {
    return watch.await(what, deadline, condition);
  }

  /** Lets the job compute for about this long. */
  void compute(Duration duration, Duration deadline) throws ScenarioFailure, InterruptedException {
    final long iterations = Math.max(1, duration.toMillis() / Math.max(1, pace.toMillis()));
    final long from = watch.sight().iteration();
    watch.await("the job to continue", deadline, sight -> sight.iteration() >= from + iterations);
  }

  /** Waits this long; true if the job has ended before. */
  boolean endsWithin(Duration pause) throws ScenarioFailure, InterruptedException {
    return watch.endsWithin(pause);
  }
}
