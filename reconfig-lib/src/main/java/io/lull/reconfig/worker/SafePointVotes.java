package io.lull.reconfig.worker;

import io.lull.protocol.wire.AtSafePoint;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.model.SafePointCounter;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Which safe point this worker will not pass, as it tells the coordinator when it is asked. */
final class SafePointVotes {
  private final DueOrders orders;
  private final CurrentConfiguration membership;
  private final SafePointCounter safePoints;
  private final SafePointKeeper keeper;
  private final Reports reports;

  SafePointVotes(
      DueOrders orders,
      CurrentConfiguration membership,
      SafePointCounter safePoints,
      SafePointKeeper keeper,
      Reports reports) {
    this.orders = orders;
    this.membership = membership;
    this.safePoints = safePoints;
    this.keeper = keeper;
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
    report(
        order, safePoints.isAtEnd() ? OptionalLong.empty() : OptionalLong.of(safePoints.passed()));
  }

  private void report(WorkerOrder order, OptionalLong promise) {
    reports.send(
        WorkerReport.newBuilder()
            .setAtSafePoint(
                AtSafePoint.newBuilder()
                    .setProposal(order.getPropose().getProposal())
                    .setSafePoint(promise.orElse(0))
                    .setFinishing(promise.isEmpty())
                    .setKept(keeper.kept())));
  }
}
