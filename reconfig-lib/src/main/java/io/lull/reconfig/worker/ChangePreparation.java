package io.lull.reconfig.worker;

import io.lull.protocol.wire.Prepared;
import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.BadInput;
import io.lull.reconfig.checkpoint.WorkerPieces;
import io.lull.reconfig.collective.CallContext;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.collective.ComputingTime;
import io.lull.reconfig.comm.Link;
import io.lull.reconfig.distribution.Part;
import io.lull.reconfig.model.Configuration;
import io.lull.reconfig.state.StateTransfer;
import io.lull.reconfig.transfer.InventoryExchange;
import io.lull.reconfig.transfer.PreCopied;
import io.lull.reconfig.transfer.TransferEngine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The first half of a change: everything is brought about that can still be taken back, and
 * reported. The program's thread.
 */
final class ChangePreparation {
  /** A change that may be put in force. */
  record Ready(ChangePlan change, TransferEngine.Outcome outcome) {

    /** The workers of the epoch, as the one of this rank talks to them. */
    Communicator group(int rank, CallContext context, ComputingTime time) {
      final List<@Nullable Link> byRank = new ArrayList<>();
      for (final Part part : change.plan().members()) {
        byRank.add(byRank.size() == rank ? null : outcome.links().get(part.worker()));
      }
      return new Communicator(change.epoch(), rank, byRank, context, time);
    }

    /** Of all workers of the epoch, by rank. */
    List<String> names() {
      return change.plan().members().stream().map(Part::worker).toList();
    }

    /** What the program computes in. */
    Configuration configuration(String self, Communicator workers) {
      final List<String> names = names();
      final Map<String, Link> links = new HashMap<>(outcome.links());
      links.keySet().retainAll(names);
      return new Configuration(self, names, workers, links);
    }
  }

  private final WorkerProgram program;
  private final SafePointKeeper keeper;
  private final ChangePrefetch prefetch;
  private final TransferEngine engine;
  private final String self;
  private final WorkerPieces pieces;
  private final Reports reports;
  private @Nullable Ready ready;
  private Prepared last = Prepared.getDefaultInstance();

  /**
   * @param self this worker's name
   * @param pieces where checkpoints are read from
   */
  ChangePreparation(
      WorkerProgram program,
      SafePointKeeper keeper,
      ChangePrefetch prefetch,
      TransferEngine engine,
      String self,
      WorkerPieces pieces,
      Reports reports) {
    this.program = program;
    this.keeper = keeper;
    this.prefetch = prefetch;
    this.engine = engine;
    this.self = self;
    this.pieces = pieces;
    this.reports = reports;
  }

  /** The change that is prepared; null: there is none. */
  @Nullable Ready ready() {
    return ready;
  }

  /** The change that is prepared, to be put in force. */
  Ready take() {
    final Ready taken = Objects.requireNonNull(ready, "a change is prepared");
    ready = null;
    return taken;
  }

  /** What is prepared is given up. */
  void abandon() {
    if (ready != null) {
      engine.postCopy().abandon(ready.change().epoch());
    }
    ready = null;
    program.state().abandon();
  }

  /** Whether it is not an order sent again. */
  boolean isNew(Reconfigure order) {
    return order.getEpoch() != last.getEpoch();
  }

  /**
   * @param waitNanos how long this worker has stood still for it
   */
  void prepare(Reconfigure order, long waitNanos) throws InterruptedException {
    try {
      last = carryOut(order, waitNanos);
    } finally {
      prefetch.preCopy().end();
    }
    if (ready == null) {
      engine.postCopy().abandon(order.getEpoch());
      program.state().abandon();
    }
    report();
  }

  /** Says what was said last; again where the order was sent again. */
  void report() {
    reports.send(WorkerReport.newBuilder().setPrepared(last));
  }

  /** Null: it cannot be planned, and the report says why. */
  private @Nullable ChangePlan plan(Reconfigure order, Prepared.Builder report)
      throws InterruptedException {
    if (order.hasFresh() || !program.state().plansFromUnits()) {
      return prefetch.change(order);
    }
    final InventoryExchange.Outcome said =
        engine
            .inventories()
            .carryOut(
                order.getEpoch(),
                ChangePlan.held(order),
                ChangePlan.source(order, program.state(), pieces),
                ChangePlan.others(order, self),
                ChangePlan.linksSince(order),
                order.getDeadlineMillis());
    if (said.failure() != null) {
      report.setMissing(said.failure()).addAllDamagedRanks(said.damaged());
      return null;
    }
    return ChangePlan.of(order, program.state(), said.units());
  }

  private long followingBytes(ChangePlan change) {
    return change.following(program.state()).stream()
        .filter(transfer -> transfer.from().equals(self))
        .mapToLong(StateTransfer::bytes)
        .sum();
  }

  private Prepared carryOut(Reconfigure order, long waitNanos) throws InterruptedException {
    final Prepared.Builder report =
        Prepared.newBuilder()
            .setEpoch(order.getEpoch())
            .setSafePoint(program.safePoint())
            .setIteration(program.iteration())
            .setWaitNanos(waitNanos);
    if (order.hasLive() && program.state().isPlaced()) {
      if (order.getLive().getSafePoint() > program.safePoint()) {
        return report.setMissing("the program does not come as far as that safe point").build();
      }
      if (!keeper.standsAt(order.getLive().getSafePoint())) {
        return report.setMissing("the program cannot go back to that safe point").build();
      }
      final @Nullable String lacking = engine.postCopy().awaitCome(order.getDeadlineMillis());
      if (lacking != null) {
        return report.setMissing(lacking).build();
      }
    }
    keeper.forget();
    try {
      final @Nullable ChangePlan change = plan(order, report);
      if (change == null) {
        return report.build();
      }
      final PreCopied copied = prefetch.preCopy().take(change.plan());
      final TransferEngine.Outcome outcome =
          engine.carryOut(
              change.transfers(self, program.state(), pieces, program.replicated(), copied));
      report
          .setCopiedBytes(copied.sentBytes())
          .setPrepareNanos(outcome.prepareNanos())
          .setMoveNanos(outcome.moveNanos())
          .setLayout(change.layout())
          .setBytesMoved(change.plan().movedBytes())
          .setBytesLeast(change.plan().leastBytes())
          .setSentBytes(outcome.sentBytes())
          .setFollowingBytes(followingBytes(change))
          .addAllDamagedRanks(outcome.damaged());
      change.plan().present(report);
      if (outcome.failure() != null) {
        return report.setMissing(outcome.failure()).build();
      }
      ready = new Ready(change, outcome);
      if (outcome.state() != null) {
        report
            .setIteration(outcome.state().getIteration())
            .setSafePoint(outcome.state().getSafePoint());
      }
      return report.build();
    } catch (IllegalArgumentException | BadInput e) {
      return report.setMissing(String.valueOf(e.getMessage())).build();
    }
  }
}
