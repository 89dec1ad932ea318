package io.lull.simulator.job;

import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.WorkerOrder;

/** For which safe point an order is. */
final class OrderedSafePoint {
  private OrderedSafePoint() {}

  /** 0: it is to be obeyed wherever the program is. */
  static long of(WorkerOrder order) {
    final Reconfigure change = order.getReconfigure();
    if (order.hasCapture()) {
      return order.getCapture().getSafePoint();
    }
    return change.hasLive() && !change.getLive().getBack() ? change.getLive().getSafePoint() : 0;
  }
}
