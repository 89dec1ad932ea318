package io.lull.cli.demo;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** The owners at their desks: each touches a key at intervals. */
final class SimulatedOwners implements AutoCloseable {
  /** Well below the idle time after which an owner counts as away. */
  private static final long KEYSTROKE_MILLIS = 250;

  private final List<DemoNode> nodes;
  private final DemoReporter narrator;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("demo-owners").factory());

  SimulatedOwners(List<DemoNode> nodes, DemoReporter narrator) {
    this.nodes = List.copyOf(nodes);
    this.narrator = narrator;
    final ScheduledFuture<?> _ =
        timer.scheduleAtFixedRate(this::work, 0, KEYSTROKE_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void work() {
    for (final DemoNode node : nodes) {
      try {
        node.work();
      } catch (IOException e) {
        // An exception would end the other owners' typing, too; this node counts as idle.
        node.atDesk(false);
        narrator.say(
            "the owner of " + node.name() + " can no longer be simulated: " + e.getMessage());
      }
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
