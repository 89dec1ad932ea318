package io.lull.reconfig.worker;

import io.lull.protocol.wire.WorkerOrder;
import io.lull.reconfig.model.SafePointCounter;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Orders on their way from the agent's pipe to the program's thread. While none waits, a safe point
 * costs that thread one volatile read.
 */
final class DueOrders {
  /** A coordinator never has so many orders outstanding for one worker. */
  private static final int MAX_WAITING = 1024;

  private final SafePointCounter safePoints;
  private final BlockingQueue<DueOrder> waiting = new LinkedBlockingQueue<>(MAX_WAITING);
  private long lastProposal;
  private OptionalLong lastPromise = OptionalLong.empty();
  private boolean woken;

  DueOrders(SafePointCounter safePoints) {
    this.safePoints = safePoints;
  }

  /** From the thread that reads the pipe. */
  synchronized void add(WorkerOrder order, long safePoint) {
    if (!waiting.offer(new DueOrder(order, safePoint))) {
      throw new IllegalStateException("over " + MAX_WAITING + " orders wait");
    }
    safePoints.announce();
    notifyAll();
  }

  /**
   * A vote: from the thread that reads the pipe, without waiting for the program.
   *
   * @return the safe point that this worker will not pass; empty when it has passed its last
   */
  synchronized OptionalLong promise(WorkerOrder order) {
    final long proposal = order.getPropose().getProposal();
    if (proposal != lastProposal) {
      lastProposal = proposal;
      lastPromise = safePoints.vote();
      lastPromise.ifPresent(promise -> add(order, promise));
    }
    return lastPromise;
  }

  /** The one read of a safe point. */
  boolean pending() {
    return safePoints.isAnnounced();
  }

  /**
   * The next order, if one waits. It waits itself while a promise is being made: an order that was
   * announced is seen at this safe point, or the promise is made for a later one.
   */
  synchronized @Nullable DueOrder poll() {
    final @Nullable DueOrder due = waiting.poll();
    if (due == null) {
      safePoints.settle();
    }
    return due;
  }

  DueOrder take() throws InterruptedException {
    return waiting.take();
  }

  /** There is something to look at again at the next safe point, though no order waits. */
  void remind() {
    safePoints.announce();
  }

  /** Returns when an order waits, and leaves it there, or when it was woken. */
  synchronized void await() throws InterruptedException {
    while (waiting.isEmpty() && !woken) {
      wait();
    }
    woken = false;
  }

  /** Has the present or the next {@link #await} return. Any thread. */
  synchronized void wake() {
    woken = true;
    notifyAll();
  }
}
