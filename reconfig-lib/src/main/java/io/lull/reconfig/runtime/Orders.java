package io.lull.reconfig.runtime;

import io.lull.protocol.wire.AtSafePoint;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Orders on their way from the agent's pipe to the program's thread. While none waits, a safe point
 * costs that thread one volatile read.
 */
final class Orders {
  /** A coordinator never has so many orders outstanding for one worker. */
  private static final int MAX_WAITING = 1024;

  private final Reports reports;
  private final BlockingQueue<WorkerOrder> waiting = new LinkedBlockingQueue<>(MAX_WAITING);
  private volatile boolean pending;
  private boolean finishing;

  Orders(Reports reports) {
    this.reports = reports;
  }

  /** From the thread that reads the pipe. */
  synchronized void add(WorkerOrder order) {
    if (order.hasPropose() && finishing) {
      answerFinishing(order);
      return;
    }
    if (!waiting.offer(order)) {
      throw new IllegalStateException("over " + MAX_WAITING + " orders wait");
    }
    pending = true;
  }

  /** The one read of a safe point. */
  boolean pending() {
    return pending;
  }

  @Nullable WorkerOrder poll() {
    final @Nullable WorkerOrder order = waiting.poll();
    if (order == null) {
      settle();
    }
    return order;
  }

  WorkerOrder take() throws InterruptedException {
    return waiting.take();
  }

  /** There is something to look at again at the next safe point, though no order waits. */
  void remind() {
    pending = true;
  }

  private synchronized void settle() {
    pending = !waiting.isEmpty();
  }

  /** Whether safe points still come; when none do, proposals are answered with that at once. */
  synchronized void finishing(boolean noMoreSafePoints) {
    finishing = noMoreSafePoints;
    if (noMoreSafePoints) {
      waiting.removeIf(order -> {
        if (order.hasPropose()) {
          answerFinishing(order);
        }
        return order.hasPropose();
      });
    }
  }

  private void answerFinishing(WorkerOrder order) {
    reports.send(
        WorkerReport.newBuilder()
            .setAtSafePoint(
                AtSafePoint.newBuilder()
                    .setProposal(order.getPropose().getProposal())
                    .setFinishing(true)));
  }
}
