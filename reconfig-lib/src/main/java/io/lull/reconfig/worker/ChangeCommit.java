package io.lull.reconfig.worker;

import io.lull.protocol.wire.Left;
import io.lull.protocol.wire.ReplicatedState;
import io.lull.protocol.wire.Resumed;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.model.Configuration;
import io.lull.reconfig.model.Entry;
import io.lull.reconfig.transfer.PairTransfers;
import io.lull.reconfig.transfer.PostCopy;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The second half of a change: what is prepared is put in force. The program's thread. */
final class ChangeCommit {
  private final String self;
  private final WorkerProgram program;
  private final SafePointKeeper safePoints;
  private final CurrentConfiguration membership;
  private final PairTransfers units;
  private final PostCopy postCopy;
  private final Downtime downtime;
  private final Reports reports;

  /**
   * @param self this worker's name
   */
  ChangeCommit(
      String self,
      WorkerProgram program,
      SafePointKeeper safePoints,
      CurrentConfiguration membership,
      ArrivingState arriving,
      Downtime downtime,
      Reports reports) {
    this.self = self;
    this.program = program;
    this.safePoints = safePoints;
    this.membership = membership;
    this.units = arriving.units();
    this.postCopy = arriving.blocks().postCopy();
    this.downtime = downtime;
    this.reports = reports;
  }

  /** This worker is in the new configuration. */
  void enter(ChangePreparation.Ready ready) {
    final ChangePlan change = ready.change();
    final int rank = change.rankOf(self);
    final boolean fresh = !change.live() && change.informer().isEmpty();
    final Communicator next = ready.group(rank, program.model().calls(), program.time());
    final @Nullable ReplicatedState replicated = ready.outcome().state();
    if (replicated != null) {
      program.load(replicated);
    } else if (fresh) {
      program.reset();
    }
    commit(change);
    safePoints.keep(change.order().getKeepSafePoints());
    // Links to workers that have left and of which something is still to come stay.
    membership.enter(
        next, Stream.concat(ready.names().stream(), postCopy.senders().stream()).toList());
    final Configuration configuration = ready.configuration(self, next);
    if (fresh) {
      safePoints.initialise(() -> program.model().enter(configuration, Entry.FRESH));
    } else {
      program.model().enter(configuration, change.live() ? Entry.MOVED : Entry.RESTORED);
    }
    units.enter(change.epoch(), configuration.links());
    downtime.compute();
    reports.send(
        WorkerReport.newBuilder()
            .setResumed(
                Resumed.newBuilder().setEpoch(change.epoch()).setDowntimeNanos(downtime.nanos())));
    downtime.reset();
  }

  private void commit(ChangePlan change) {
    units.leave();
    safePoints.moved();
    program.state().commit(change.plan(), self);
  }

  /** This worker is not; it stays until all that follows from it has come. */
  void leave(ChangePlan change) throws InterruptedException {
    membership.leave();
    commit(change);
    postCopy.awaitGone(change.order().getDeadlineMillis());
    reports.send(WorkerReport.newBuilder().setLeft(Left.newBuilder().setEpoch(change.epoch())));
  }
}
