package io.lull.testkit.job;

import io.lull.protocol.wire.Proceed;
import io.lull.protocol.wire.Propose;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import java.util.List;

/** All members of a configuration name the next safe point that they can reach. */
final class Agreement {
  private Agreement() {}

  /**
   * The first that none has passed.
   *
   * @throws ProgramIsOver when there is none; then all compute on
   */
  static long of(List<WorkerProcess> members, long proposal, long epoch) throws Exception {
    for (final WorkerProcess worker : members) {
      worker.tell(WorkerOrder.newBuilder().setPropose(Propose.newBuilder().setProposal(proposal)));
    }
    long safePoint = 0;
    boolean finishing = false;
    for (final WorkerProcess worker : members) {
      final WorkerReport report =
          worker.await(
              "at a safe point",
              r -> r.hasAtSafePoint() && r.getAtSafePoint().getProposal() == proposal);
      finishing |= report.getAtSafePoint().getFinishing();
      safePoint = Math.max(safePoint, report.getAtSafePoint().getSafePoint());
    }
    if (finishing) {
      for (final WorkerProcess worker : members) {
        worker.tell(WorkerOrder.newBuilder().setProceed(Proceed.newBuilder().setEpoch(epoch)));
      }
      throw new ProgramIsOver();
    }
    return safePoint;
  }
}
