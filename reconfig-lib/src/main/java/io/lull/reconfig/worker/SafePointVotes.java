package io.lull.reconfig.worker;

import io.lull.protocol.wire.AtSafePoint;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.collective.Communicator;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Which safe point this worker will not pass, as it tells the coordinator when it is asked. */
final class SafePointVotes {
  private final DueOrders orders;
  private final CurrentConfiguration membership;
  private final Space space;
  private final Reports reports;

  SafePointVotes(DueOrders orders, CurrentConfiguration membership, Space space, Reports reports) {
    this.orders = orders;
    this.membership = membership;
    this.space = space;
    this.reports = reports;
  }

  /** From the thread that reads orders, while the program computes. */
  void make(WorkerOrder order) {
    final @Nullable Communicator present = membership.group();
    if (present == null) {
      // It has been put into a configuration, but does not know yet: answered when it does.
      orders.add(order, 0);
    } else if (!present.isBroken()) {
      report(order, orders.promise(order));
    }
  }

  /** From the program's thread, where it stands. */
  void makeAtRest(WorkerOrder order) {
    report(order, space.done() ? OptionalLong.empty() : OptionalLong.of(space.safePoint()));
  }

  private void report(WorkerOrder order, OptionalLong promise) {
    reports.send(
        WorkerReport.newBuilder()
            .setAtSafePoint(
                AtSafePoint.newBuilder()
                    .setProposal(order.getPropose().getProposal())
                    .setSafePoint(promise.orElse(0))
                    .setFinishing(promise.isEmpty())
                    .setKept(space.safePoints().kept())));
  }
}
