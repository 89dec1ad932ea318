package io.lull.reconfig.worker;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.Capture;
import io.lull.protocol.wire.Completed;
import io.lull.protocol.wire.Failed;
import io.lull.protocol.wire.Meet;
import io.lull.protocol.wire.Ready;
import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.Welcome;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.BadInput;
import io.lull.reconfig.checkpoint.PieceCost;
import io.lull.reconfig.checkpoint.WorkerPieces;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.collective.EpochBroken;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.model.CoupledModel;
import io.lull.reconfig.model.ProgramResults;
import io.lull.reconfig.model.Restarted;
import io.lull.reconfig.parallel.LoopStopped;
import io.lull.reconfig.state.StateLost;
import io.lull.reconfig.transfer.PairTransfers;
import io.lull.reconfig.transfer.TransferEngine;
import io.lull.reconfig.transfer.TransferReceiver;
import io.lull.reconfig.worker.ProtocolState.Active;
import io.lull.reconfig.worker.ProtocolState.Approaching;
import io.lull.reconfig.worker.ProtocolState.AtRest;
import io.lull.reconfig.worker.ProtocolState.ChangePrepared;
import io.lull.reconfig.worker.ProtocolState.Computing;
import io.lull.reconfig.worker.ProtocolState.Departed;
import io.lull.reconfig.worker.ProtocolState.Failing;
import io.lull.reconfig.worker.ProtocolState.PreparedChange;
import io.lull.reconfig.worker.ProtocolState.Unplaced;
import io.lull.reconfig.worker.WorkerEffect.Abandon;
import io.lull.reconfig.worker.WorkerEffect.CaptureState;
import io.lull.reconfig.worker.WorkerEffect.Commit;
import io.lull.reconfig.worker.WorkerEffect.ForgetDowntime;
import io.lull.reconfig.worker.WorkerEffect.LeaveUnits;
import io.lull.reconfig.worker.WorkerEffect.Prepare;
import io.lull.reconfig.worker.WorkerEffect.RepeatPrepared;
import io.lull.reconfig.worker.WorkerEffect.ReportBroken;
import io.lull.reconfig.worker.WorkerEffect.ReportCompleted;
import io.lull.reconfig.worker.WorkerEffect.Stand;
import io.lull.reconfig.worker.WorkerEffect.StartCopying;
import io.lull.reconfig.worker.WorkerEffect.VoteAtRest;
import io.lull.reconfig.worker.WorkerEvent.ChangeFailed;
import io.lull.reconfig.worker.WorkerEvent.ChangeReady;
import io.lull.reconfig.worker.WorkerEvent.EpochBroke;
import io.lull.reconfig.worker.WorkerEvent.Ordered;
import io.lull.reconfig.worker.WorkerEvent.ProgramFailed;
import io.lull.reconfig.worker.WorkerEvent.ProgramFinished;
import io.lull.reconfig.worker.WorkerEvent.Progress;
import io.lull.reconfig.worker.WorkerEvent.SafePointReached;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One worker: runs its program, and at its safe points does what the coordinator ordered. The
 * conversation is described in {@code worker.proto}.
 *
 * <p>Threads: {@link #run} is the program's thread, and the only one that changes configurations;
 * orders come in by {@link #order} and lost peers by {@link #lost} on others, which only leave word
 * for it, and break up an epoch that cannot go on.
 */
public final class WorkerRuntime {
  private final Welcome welcome;
  private final CoupledModel model;
  private final WorkerProgram program;
  private final Reports reports;
  private final DueOrders orders;
  private final SafePointVotes votes;
  private final Links links;
  private final ChangePrefetch prefetch;
  private final ChangePreparation preparation;
  private final ChangeCommit commit;
  private final Checkpointing checkpointing;
  private final Downtime downtime;
  private final SafePointKeeper safePoints;
  private final PairTransfers units;

  private final CurrentConfiguration membership;
  private final UrgentOrders urgent;
  private ProtocolState state = new Unplaced();

  /** One that has no pieces. */
  public WorkerRuntime(
      Welcome welcome,
      WorkerProgram program,
      Reports reports,
      Links links,
      ArrivingState arriving,
      Clock clock) {
    this(welcome, program, reports, links, arriving, new PieceCost(() -> 0), clock);
  }

  /**
   * @param pieceCost of this worker's pieces and those that it keeps
   */
  public WorkerRuntime(
      Welcome welcome,
      WorkerProgram program,
      Reports reports,
      Links links,
      ArrivingState arriving,
      PieceCost pieceCost,
      Clock clock) {
    final TransferReceiver receiver = arriving.blocks();
    this.model = program.model();
    this.membership = new CurrentConfiguration(links, model);
    this.welcome = welcome;
    this.program = program;
    this.reports = reports;
    this.units = arriving.units();
    this.safePoints = new SafePointKeeper(program, membership, new Attendance());
    this.orders = new DueOrders(program.safePoints());
    this.votes =
        new SafePointVotes(
            orders, membership, program.safePoints(), safePoints, units::pause, reports);
    this.links = links;
    this.prefetch =
        new ChangePrefetch(
            welcome.getWorker(), program, links, receiver.preCopy(), orders, reports, clock);
    final WorkerPieces pieces = WorkerPieces.of(welcome);
    this.preparation =
        new ChangePreparation(
            program,
            safePoints,
            prefetch,
            new TransferEngine(welcome.getWorker(), links, receiver, clock),
            welcome.getWorker(),
            pieces,
            reports);
    this.checkpointing =
        new Checkpointing(welcome.getJob(), pieces, links, reports, pieceCost, clock);
    this.downtime = new Downtime(clock);
    this.commit =
        new ChangeCommit(
            welcome.getWorker(), program, safePoints, membership, arriving, downtime, reports);
    this.urgent =
        new UrgentOrders(orders, votes, membership, prefetch, safePoints, links, receiver);
  }

  /** An order from the agent, on the thread that reads them. */
  public void order(WorkerOrder order) {
    urgent.order(order);
  }

  /** A link ended that this worker did not close, on the link's thread. */
  public void lost(String peer, long linkEpoch, String why) {
    units.lost(peer, linkEpoch);
    urgent.lost(peer, linkEpoch, why).ifPresent(reports::send);
  }

  /** The workers of now, if there are any; any thread. */
  public @Nullable Communicator group() {
    return membership.group();
  }

  /** Runs until this worker has left, or has been told to end. */
  public void run(long startMillis, WarmUp warmUp) throws InterruptedException {
    try {
      model.declare();
      prefetch.warmUp(warmUp);
      final Ready.Builder ready =
          Ready.newBuilder()
              .setHost(welcome.getListenHost())
              .setPort(links.port())
              .setStartMillis(startMillis);
      model.ready(ready);
      if (welcome.getGhost()) {
        prefetch.awaitWarmUp();
      }
      reports.send(WorkerReport.newBuilder().setReady(ready));
      while (!(state instanceof Departed)) {
        runEpoch();
      }
      checkpointing.finishWriting();
    } catch (BadInput e) {
      reports.send(
          WorkerReport.newBuilder()
              .setFailed(
                  Failed.newBuilder().setError(String.valueOf(e.getMessage())).setBadInput(true)));
      waitForTheEnd();
    } catch (IOException | RuntimeException | Error e) {
      reports.send(WorkerReport.newBuilder().setFailed(Failures.of(e)));
      waitForTheEnd();
    }
  }

  private void runEpoch() throws IOException, InterruptedException {
    try {
      attend(false);
      if (state instanceof Active) {
        if (!program.safePoints().isAtEnd()) {
          safePoints.begin();
          model.run(safePoints);
        }
        finish();
      }
    } catch (EpochBroken e) {
      if (!e.known()) {
        membership.breakUp(String.valueOf(e.getMessage()));
      }
      interrupted(e.getMessage(), e.known());
    } catch (StateLost e) {
      membership.breakUp(String.valueOf(e.getMessage()));
      interrupted(e.getMessage(), false);
    } catch (LoopStopped e) {
      interrupted(e.getMessage(), true);
    } catch (Restarted e) {
      // It runs again from where the data now stands, or this worker has left.
    }
  }

  private void interrupted(@Nullable String why, boolean known) throws InterruptedException {
    System.err.println("epoch broken: " + why);
    on(new EpochBroke(String.valueOf(why), known));
  }

  /** Within the model's run. */
  private final class Attendance implements SafePointKeeper.Attendance {
    @Override
    public void atSafePoint() {
      if (!orders.pending()) {
        return;
      }
      try {
        attendFrom(false);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new Restarted();
      }
    }

    @Override
    public void atRest() throws InterruptedException {
      // What was ordered before the program stood is reached by standing: no more comes for it.
      if (!(state instanceof Approaching)) {
        orders.await();
      }
      attendFrom(true);
    }

    @Override
    public void wake() {
      orders.wake();
    }

    @Override
    public void spareMemory() {
      prefetch.preCopy().giveUp();
    }

    private void attendFrom(boolean atRest) throws InterruptedException {
      final long before = state.run().restarts();
      attend(atRest);
      if (state instanceof Departed || state.run().restarts() != before) {
        throw new Restarted();
      }
    }
  }

  private void finish() throws IOException, InterruptedException {
    final ProgramResults results = model.finish();
    on(
        new ProgramFinished(
            Completed.newBuilder()
                .setEpoch(membership.present().epoch())
                .setIteration(program.iteration())
                .setHasOutputs(results.hasOutputs())
                .addAllCheckValues(results.values())
                .build()));
  }

  /**
   * Does what was ordered, and returns when the program may compute, or this worker has left.
   *
   * @param atRest whether the program stands at every safe point that is asked for
   */
  private void attend(boolean atRest) throws InterruptedException {
    while (true) {
      final @Nullable DueOrder next = orders.poll();
      if (next != null) {
        on(ordered(next));
        continue;
      }
      switch (state) {
        case Approaching(_, DueOrder due) -> {
          if (atRest) {
            program.safePoints().skipTo(due.safePoint());
          } else if (progress().isBefore(due.safePoint())) {
            orders.remind();
            downtime.compute();
            return;
          }
          on(new SafePointReached(progress()));
        }
        case Computing _ -> {
          downtime.compute();
          return;
        }
        case AtRest _, ChangePrepared _ -> on(ordered(orders.take()));
        case Departed _, Failing _ -> {
          return;
        }
      }
    }
  }

  private Ordered ordered(DueOrder due) {
    final @Nullable Communicator present = membership.group();
    return new Ordered(
        due,
        progress(),
        due.order().hasReconfigure() && !preparation.isNew(due.order().getReconfigure()),
        present != null && present.isBroken());
  }

  private Progress progress() {
    return new Progress(program.safePoint(), program.safePoints().isAtEnd());
  }

  private void on(WorkerEvent event) throws InterruptedException {
    final ProtocolStep step = WorkerProtocol.on(state, event);
    state = step.next();
    for (final WorkerEffect effect : step.effects()) {
      carryOut(effect);
    }
  }

  private void carryOut(WorkerEffect effect) throws InterruptedException {
    switch (effect) {
      case Stand() -> downtime.stand();
      case ForgetDowntime() -> {
        downtime.compute();
        downtime.reset();
        units.resume();
      }
      case StartCopying(Meet order) -> prefetch.startCopying(order);
      case VoteAtRest(WorkerOrder proposal) -> votes.makeAtRest(proposal);
      case LeaveUnits() -> units.leave();
      case Prepare(Reconfigure order) -> prepare(order);
      case RepeatPrepared() -> preparation.report();
      case Abandon() -> preparation.abandon();
      case Commit(boolean member) -> {
        if (member) {
          commit.enter(preparation.take());
        } else {
          commit.leave(preparation.take().change());
        }
      }
      case CaptureState(Capture order) ->
          checkpointing.capture(
              order, program, membership.present(), order.getThenHold() ? () -> {} : units::resume);
      case ReportBroken(long epoch, String why) -> reports.send(Failures.peerLost(epoch, "", why));
      case ReportCompleted(Completed report) ->
          reports.send(WorkerReport.newBuilder().setCompleted(report));
    }
  }

  private void prepare(Reconfigure order) throws InterruptedException {
    // What cannot be gone back to is found when it is prepared.
    final boolean wentBack =
        order.getLive().getBack()
            && membership.group() != null
            && safePoints.goBackTo(order.getLive().getSafePoint());
    preparation.prepare(order, downtime.nanos());
    final ChangePreparation.@Nullable Ready ready = preparation.ready();
    if (ready == null) {
      on(new ChangeFailed(wentBack));
    } else {
      final ChangePlan change = ready.change();
      on(
          new ChangeReady(
              new PreparedChange(
                  change.epoch(), change.rankOf(welcome.getWorker()) >= 0, change.live()),
              wentBack));
    }
  }

  /** The program cannot go on; the coordinator ends this process when it has heard. */
  private void waitForTheEnd() throws InterruptedException {
    on(new ProgramFailed());
    membership.breakUp("the program failed");
    while (true) {
      orders.take();
    }
  }
}
