package io.lull.agent.worker;

import io.lull.protocol.transport.Throttle;
import io.lull.protocol.wire.Allowance;
import io.lull.protocol.wire.WorkerOrder;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Orders that wait for a worker. Of network allowances only the newest waits: a frozen worker reads
 * none, and must not count as unresponsive.
 */
final class OrderQueue {
  private static final int MAX_WAITING = 256;

  private final BlockingQueue<WorkerOrder> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
  private long bytesPerSecond = Throttle.UNLIMITED;
  private boolean allowanceWaits;

  /** Returns whether there was room for it. */
  boolean offer(WorkerOrder order) {
    return waiting.offer(order);
  }

  /** Whether the worker will read it. */
  synchronized boolean allow(long newBytesPerSecond) {
    if (newBytesPerSecond == bytesPerSecond) {
      return true;
    }
    bytesPerSecond = newBytesPerSecond;
    if (!allowanceWaits) {
      allowanceWaits = offer(allowanceOrder());
      return allowanceWaits;
    }
    return true;
  }

  synchronized Allowance allowance() {
    return Allowance.newBuilder()
        .setNetworkBytesPerSecond(bytesPerSecond == Throttle.UNLIMITED ? 0 : bytesPerSecond)
        .build();
  }

  WorkerOrder take() throws InterruptedException {
    final WorkerOrder next = waiting.take();
    return next.hasAllowance() ? newestAllowance() : next;
  }

  private synchronized WorkerOrder newestAllowance() {
    allowanceWaits = false;
    return allowanceOrder();
  }

  private WorkerOrder allowanceOrder() {
    return WorkerOrder.newBuilder().setAllowance(allowance()).build();
  }
}
