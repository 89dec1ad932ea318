package io.lull.reconfig.worker;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.Capture;
import io.lull.protocol.wire.Completed;
import io.lull.protocol.wire.Failed;
import io.lull.protocol.wire.Left;
import io.lull.protocol.wire.Ready;
import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.ReplicatedState;
import io.lull.protocol.wire.Resumed;
import io.lull.protocol.wire.Welcome;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.BadInput;
import io.lull.reconfig.GridProgram;
import io.lull.reconfig.check.UndeclaredState;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.collective.EpochBroken;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.grid.model.GridResults;
import io.lull.reconfig.grid.model.IterationLoop;
import io.lull.reconfig.model.Restarted;
import io.lull.reconfig.parallel.LoopStopped;
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
import io.lull.reconfig.worker.WorkerEffect.Prepare;
import io.lull.reconfig.worker.WorkerEffect.RepeatPrepared;
import io.lull.reconfig.worker.WorkerEffect.ReportBroken;
import io.lull.reconfig.worker.WorkerEffect.ReportCompleted;
import io.lull.reconfig.worker.WorkerEffect.Stand;
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
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One worker: runs the program's iterations, and at its safe points does what the coordinator
 * ordered. The conversation is described in {@code worker.proto}.
 *
 * <p>Threads: {@link #run} is the program's thread, and the only one that touches its grids; orders
 * come in by {@link #order} and lost peers by {@link #lost} on others, which only leave word for
 * it, and break up an epoch that cannot go on.
 */
public final class Worker {
  private final Welcome welcome;
  private final GridProgram program;
  private final Space space;
  private final Reports reports;
  private final DueOrders orders;
  private final SafePointVotes votes;
  private final Links links;
  private final ChangePrefetch prefetch;
  private final ChangePreparation preparation;
  private final Checkpointing checkpointing;
  private final Downtime downtime;
  private final UndeclaredState undeclared;
  private final IterationLoop loop;

  private final CurrentConfiguration membership;
  private final UrgentOrders urgent;
  private ProtocolState state = new Unplaced();

  public Worker(
      Welcome welcome,
      GridProgram program,
      Space space,
      Reports reports,
      Links links,
      TransferReceiver receiver,
      Clock clock) {
    this.membership = new CurrentConfiguration(links, space.threads());
    this.welcome = welcome;
    this.program = program;
    this.space = space;
    this.reports = reports;
    this.orders = new DueOrders(space);
    this.votes = new SafePointVotes(orders, membership, space, reports);
    this.links = links;
    final Path pieces = Path.of(welcome.getWorkDirectory()).resolve("pieces");
    this.prefetch = new ChangePrefetch(welcome.getWorker(), space, links, reports, clock);
    this.preparation =
        new ChangePreparation(
            space,
            prefetch,
            new TransferEngine(welcome.getWorker(), links, receiver, clock),
            welcome.getWorker(),
            pieces,
            reports);
    this.checkpointing = new Checkpointing(welcome.getJob(), pieces, links, reports, clock);
    this.downtime = new Downtime(clock);
    this.urgent =
        new UrgentOrders(orders, votes, membership, prefetch, space.safePoints(), links, receiver);
    space.safePoints().attend(this::atSafePoint);
    this.undeclared = new UndeclaredState(program);
    this.loop = space.loop(program, undeclared);
  }

  /** An order from the agent, on the thread that reads them. */
  public void order(WorkerOrder order) {
    urgent.order(order);
  }

  /** A link ended that this worker did not close, on the link's thread. */
  public void lost(String peer, long linkEpoch, String why) {
    urgent.lost(peer, linkEpoch, why).ifPresent(reports::send);
  }

  /** The workers of now, if there are any; any thread. */
  public @Nullable Communicator group() {
    return membership.group();
  }

  /** Runs until this worker has left, or has been told to end. */
  public void run(long startMillis, WarmUp warmUp) throws InterruptedException {
    try {
      program.declare(space);
      space.declared();
      undeclared.declared();
      links.rehearse();
      prefetch.warmUp(warmUp);
      reports.send(
          WorkerReport.newBuilder()
              .setReady(
                  Ready.newBuilder()
                      .setHost(welcome.getListenHost())
                      .setPort(links.port())
                      .setStartMillis(startMillis)));
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
      attend();
      if (state instanceof Active) {
        if (!space.done()) {
          space.safePoints().begin();
          loop.run(space.safePoints());
        }
        undeclared.computing();
        finish();
      }
    } catch (EpochBroken e) {
      if (!e.known()) {
        membership.breakUp(String.valueOf(e.getMessage()));
      }
      interrupted(e.getMessage(), e.known());
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

  /** At each safe point, within the model's run. */
  private void atSafePoint() {
    if (!orders.pending()) {
      return;
    }
    final long before = state.run().restarts();
    try {
      attend();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Restarted();
    }
    if (state instanceof Departed || state.run().restarts() != before) {
      throw new Restarted();
    }
  }

  private void finish() throws IOException, InterruptedException {
    final GridResults results =
        GridResults.atEnd(
            membership.present(),
            space.state(),
            space.arrays(),
            Path.of(welcome.getWorkDirectory()).resolve("outputs"));
    program.finish(results);
    on(new ProgramFinished(results.completed(space.iteration())));
  }

  /** Does what was ordered, and returns when the program may compute, or this worker has left. */
  private void attend() throws InterruptedException {
    while (true) {
      final @Nullable DueOrder next = orders.poll();
      if (next != null) {
        on(ordered(next));
        continue;
      }
      switch (state) {
        case Approaching(_, DueOrder due) -> {
          if (progress().isBefore(due.safePoint())) {
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
    return new Progress(space.safePoint(), space.done());
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
      }
      case VoteAtRest(WorkerOrder proposal) -> votes.makeAtRest(proposal);
      case Prepare(Reconfigure order) -> prepare(order);
      case RepeatPrepared() -> preparation.report();
      case Abandon() -> preparation.abandon();
      case Commit(boolean member) -> {
        if (member) {
          enter(preparation.take());
        } else {
          leave(preparation.take().change());
        }
      }
      case CaptureState(Capture order) -> checkpointing.capture(order, space, membership.present());
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
            && space.safePoints().goBackTo(order.getLive().getSafePoint());
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

  private void enter(ChangePreparation.Ready ready) {
    final ChangePlan change = ready.change();
    final int rank = change.rankOf(welcome.getWorker());
    final boolean fresh = !change.live() && change.informer().isEmpty();
    final Communicator next = ready.group(rank, space.callContext());
    final @Nullable ReplicatedState replicated = ready.outcome().state();
    if (replicated != null) {
      space.restore(replicated);
    } else if (fresh) {
      space.startAfresh();
    }
    space.commit(change.plan(), welcome.getWorker(), next);
    space.safePoints().keep(change.order().getKeepSafePoints());
    membership.enter(next, ready.names());
    if (fresh) {
      space.safePoints().initialise(program);
    }
    undeclared.begin();
    downtime.compute();
    reports.send(
        WorkerReport.newBuilder()
            .setResumed(
                Resumed.newBuilder().setEpoch(change.epoch()).setDowntimeNanos(downtime.nanos())));
    downtime.reset();
  }

  private void leave(ChangePlan change) {
    membership.leave();
    space.commit(change.plan(), welcome.getWorker(), null);
    reports.send(WorkerReport.newBuilder().setLeft(Left.newBuilder().setEpoch(change.epoch())));
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
