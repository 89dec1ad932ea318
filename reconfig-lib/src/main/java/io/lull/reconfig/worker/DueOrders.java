package io.lull.reconfig.worker;

import io.lull.protocol.wire.WorkerOrder;
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

  private final Space space;
  private final BlockingQueue<DueOrder> waiting = new LinkedBlockingQueue<>(MAX_WAITING);
  private volatile boolean pending;
  private long lastProposal;
  private OptionalLong lastPromise = OptionalLong.empty();

  DueOrders(Space space) {
    this.space = space;
  }

  /** From the thread that reads the pipe. */
  synchronized void add(WorkerOrder order, long safePoint) {
    if (!waiting.offer(new DueOrder(order, safePoint))) {
      throw new IllegalStateException("over " + MAX_WAITING + " orders wait");
    }
    pending = true;
  }

  /**
   * SafePointVotes to stop: from the thread that reads the pipe, without waiting for the program.
   *
   * <p>The program's thread counts a safe point and then looks whether an order waits; here it is
   * first said that one waits, and then the count is read. So whatever the count is, the program's
   * thread looks after the next one.
   *
   * @return the safe point that this worker will not pass; empty when it has passed its last
   */
  synchronized OptionalLong promise(WorkerOrder order) {
    final long proposal = order.getPropose().getProposal();
    if (proposal != lastProposal) {
      pending = true;
      final long passed = space.safePoint();
      lastProposal = proposal;
      lastPromise = space.isLast(passed) ? OptionalLong.empty() : OptionalLong.of(passed + 1);
      lastPromise.ifPresent(promise -> add(order, promise));
    }
    return lastPromise;
  }

  /** The one read of a safe point. */
  boolean pending() {
    return pending;
  }

  /**
   * The next order, if one waits. It waits itself while a promise is being made: an order that was
   * announced is seen at this safe point, or the promise is made for a later one.
   */
  synchronized @Nullable DueOrder poll() {
    final @Nullable DueOrder due = waiting.poll();
    if (due == null) {
      pending = false;
    }
    return due;
  }

  DueOrder take() throws InterruptedException {
    return waiting.take();
  }

  /** There is something to look at again at the next safe point, though no order waits. */
  void remind() {
    pending = true;
  }
}
