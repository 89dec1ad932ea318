package io.lull.cli.local;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The owners at their desks: each touches a key at intervals. */
public final class SimulatedOwners implements AutoCloseable {
  /** Well below the idle time after which an owner counts as away. */
  private static final long KEYSTROKE_MILLIS = 250;

  private final Supplier<List<LocalNode>> nodes;
  private final GridReporter narrator;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("local-grid-owners").factory());

  /**
   * @param nodes those that there are now
   */
  public SimulatedOwners(Supplier<List<LocalNode>> nodes, GridReporter narrator) {
    this.nodes = nodes;
    this.narrator = narrator;
    final ScheduledFuture<?> _ =
        timer.scheduleAtFixedRate(this::work, 0, KEYSTROKE_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void work() {
    for (final LocalNode node : nodes.get()) {
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
