package io.lull.reconfig.worker;

import io.lull.protocol.wire.AtSafePoint;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.model.SafePointCounter;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Answers the coordinator's proposals with the safe point that this worker will not pass. */
final class SafePointVotes {
  private final DueOrders orders;
  private final CurrentConfiguration membership;
  private final SafePointCounter safePoints;
  private final SafePointKeeper keeper;
  private final Supplier<CompletionStage<Void>> pause;
  private final Reports reports;

  /** The vote to send as soon as no unit is under way. */
  private @Nullable WorkerOrder awaited;

  /**
   * @param pause lets no unit begin to move; complete when none of this worker's is under way
   */
  SafePointVotes(
      DueOrders orders,
      CurrentConfiguration membership,
      SafePointCounter safePoints,
      SafePointKeeper keeper,
      Supplier<CompletionStage<Void>> pause,
      Reports reports) {
    this.orders = orders;
    this.membership = membership;
    this.safePoints = safePoints;
    this.keeper = keeper;
    this.pause = pause;
    this.reports = reports;
  }

  /**
   * From the thread that reads orders, while the program computes. The vote follows when no unit of
   * this worker is under way any more.
   */
  void make(WorkerOrder order) {
    synchronized (this) {
      awaited = order;
    }
    // A unit under way would be with nobody, or with two, at the safe point that is voted for.
    final CompletionStage<?> _ = pause.get().thenRun(() -> makeAtPause(order));
  }

  /**
   * What was asked before needs no answer any more: whatever is ordered now goes before it. From
   * the thread that reads orders.
   */
  synchronized void callOff() {
    awaited = null;
  }

  private synchronized void makeAtPause(WorkerOrder order) {
    if (!order.equals(awaited)) {
      return;
    }
    awaited = null;
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
