package io.lull.reconfig.runtime;

import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.Failed;
import io.lull.protocol.wire.Left;
import io.lull.protocol.wire.Proceed;
import io.lull.protocol.wire.Ready;
import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.ReplicatedState;
import io.lull.protocol.wire.Resumed;
import io.lull.protocol.wire.Welcome;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.BadInput;
import io.lull.reconfig.GridProgram;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.collective.EpochBroken;
import io.lull.reconfig.comm.Links;
import io.lull.reconfig.parallel.LoopStopped;
import io.lull.reconfig.transfer.TransferEngine;
import io.lull.reconfig.transfer.TransferReceiver;
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
final class Worker {
  private final Welcome welcome;
  private final GridProgram program;
  private final Space space;
  private final Reports reports;
  private final Orders orders;
  private final Promises promises;
  private final Links links;
  private final TransferReceiver receiver;
  private final Foresight foresight;
  private final Preparation preparation;
  private final Checkpointing checkpointing;
  private final Downtime downtime;
  private final UndeclaredState undeclared;

  private final Membership membership;
  private volatile boolean left;
  private volatile long epochOrdered;
  private Orders.@Nullable Due deferred;
  private boolean held = true;

  /** In which the program was interrupted between two safe points. */
  private long brokenEpoch = -1;

  private @Nullable Gathering completed;

  /** How often the program was put back to an earlier place than it had come to. */
  private long returns;

  Worker(
      Welcome welcome,
      GridProgram program,
      Space space,
      Reports reports,
      Links links,
      TransferReceiver receiver,
      Clock clock) {
    this.membership = new Membership(links, space.threads());
    this.welcome = welcome;
    this.program = program;
    this.space = space;
    this.reports = reports;
    this.orders = new Orders(space);
    this.promises = new Promises(orders, membership, space, reports);
    this.links = links;
    this.receiver = receiver;
    final Path pieces = Path.of(welcome.getWorkDirectory()).resolve("pieces");
    this.foresight = new Foresight(welcome.getWorker(), space, links, reports, clock);
    this.preparation =
        new Preparation(
            space,
            foresight,
            new TransferEngine(welcome.getWorker(), links, receiver, clock),
            welcome.getWorker(),
            pieces,
            reports);
    this.checkpointing = new Checkpointing(welcome.getJob(), pieces, links, reports, clock);
    this.downtime = new Downtime(clock);
    space.safePoints().atStep(this::atStep);
    this.undeclared = new UndeclaredState(program);
  }

  /** An order from the agent, on the thread that reads them. */
  void order(WorkerOrder order) {
    switch (order.getOrderCase()) {
      case MEET -> foresight.meet(order.getMeet());
      case PROPOSE -> promises.make(order);
      case RECONFIGURE -> {
        begin(order.getReconfigure());
        orders.add(order, order.getReconfigure().getLive().getSafePoint());
      }
      case CAPTURE -> {
        space.safePoints().keepFrom(order.getCapture());
        orders.add(order, order.getCapture().getSafePoint());
      }
      case PROCEED -> {
        giveUpTo(epochOrdered, "the change was called off");
        orders.add(order, 0);
      }
      case ALLOWANCE -> links.allow(order.getAllowance().getNetworkBytesPerSecond());
      case DEAL, WELCOME, END, ORDER_NOT_SET -> {}
    }
  }

  private void begin(Reconfigure order) {
    if (order.getEpoch() == epochOrdered) {
      return;
    }
    epochOrdered = order.getEpoch();
    giveUpTo(order.getEpoch() - 1, "another change was ordered");
    if (!order.hasLive()) {
      membership.breakUpBefore(order.getEpoch(), "the job returns to what is kept");
      links.closeOlderThan(order.getEpoch());
    } else if (order.getLive().getBack()) {
      membership.breakUpBefore(order.getEpoch(), "the job goes back to its last safe point");
      links.dropOlderThan(order.getEpoch());
    }
  }

  private void giveUpTo(long epoch, String why) {
    receiver.giveUpTo(epoch, why);
    links.breakOff();
  }

  /** A link ended that this worker did not close, on the link's thread. */
  void lost(String peer, long linkEpoch, String why) {
    receiver.giveUp("worker " + peer + " is lost");
    links.breakOff();
    final @Nullable Communicator shared =
        membership.lose(peer, linkEpoch, "worker " + peer + " is lost: " + why);
    if (shared != null) {
      reports.send(Failures.peerLost(shared.epoch(), peer, why));
    }
  }

  /** The workers of now, if there are any; any thread. */
  @Nullable Communicator group() {
    return membership.group();
  }

  /** Runs until this worker has left, or has been told to end. */
  void run(long startMillis, java.time.Duration longestRehearsal) throws InterruptedException {
    try {
      program.declare(space);
      space.declared();
      undeclared.declared();
      links.rehearse();
      foresight.rehearse(longestRehearsal);
      reports.send(
          WorkerReport.newBuilder()
              .setReady(
                  Ready.newBuilder()
                      .setHost(welcome.getListenHost())
                      .setPort(links.port())
                      .setStartMillis(startMillis)));
      while (!left) {
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
      while (!left) {
        undeclared.computing();
        if (space.done()) {
          finish();
        } else {
          space.safePoints().iterate(program);
          undeclared.iterated();
        }
        if (orders.pending()) {
          attend();
        }
      }
    } catch (EpochBroken e) {
      interrupted(e.getMessage());
      if (!e.known()) {
        membership.breakUp(String.valueOf(e.getMessage()));
        reports.send(Failures.peerLost(brokenEpoch, "", String.valueOf(e.getMessage())));
      }
    } catch (LoopStopped e) {
      interrupted(e.getMessage());
    } catch (IterationLeft e) {
      // It begins anew where the data now stands, or this worker has left.
    }
  }

  private void interrupted(@Nullable String why) {
    System.err.println("epoch broken: " + why);
    brokenEpoch = membership.present().epoch();
    hold();
  }

  /** At the safe point after a step, within the program's iteration. */
  private void atStep() {
    if (!orders.pending()) {
      return;
    }
    final long before = returns;
    try {
      attend();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IterationLeft();
    }
    if (left || returns != before) {
      throw new IterationLeft();
    }
  }

  private void finish() throws IOException, InterruptedException {
    final Gathering results =
        Gathering.atEnd(
            membership.present(), space, Path.of(welcome.getWorkDirectory()).resolve("outputs"));
    program.finish(results);
    completed = results;
    hold();
    reports.send(results.report(space.iteration()));
    attend();
  }

  /** Does what was ordered, and returns when the program may compute. */
  private void attend() throws InterruptedException {
    while (!left) {
      Orders.@Nullable Due due = orders.poll();
      if (due == null) {
        final Orders.@Nullable Due later = deferred;
        if (later != null && isToCome(later)) {
          orders.remind();
          downtime.compute();
          return;
        } else if (later != null) {
          deferred = null;
          due = later;
        } else if (held) {
          due = orders.take();
        } else {
          downtime.compute();
          return;
        }
      }
      execute(due);
    }
  }

  private void execute(Orders.Due due) throws InterruptedException {
    final WorkerOrder order = due.order();
    if (isToCome(due)) {
      deferred = due;
      held = false;
      return;
    }
    deferred = null;
    switch (order.getOrderCase()) {
      case PROPOSE -> {
        hold();
        if (due.safePoint() == 0) {
          promises.makeAtRest(order);
        }
      }
      case RECONFIGURE -> {
        hold();
        goBack(order.getReconfigure());
        preparation.prepare(order.getReconfigure(), downtime.nanos());
      }
      case CAPTURE -> {
        hold();
        if (membership.present().epoch() == brokenEpoch) {
          return;
        }
        checkpointing.capture(order.getCapture(), space, membership.present());
        held = order.getCapture().getThenHold();
      }
      case PROCEED -> proceed(order.getProceed());
      case MEET, ALLOWANCE, DEAL, WELCOME, END, ORDER_NOT_SET -> {}
    }
  }

  /** Whether the program is to go on first; in an epoch that is broken it cannot. */
  private boolean isToCome(Orders.Due due) {
    final @Nullable Communicator present = membership.group();
    return present != null
        && present.epoch() != brokenEpoch
        && due.safePoint() > space.safePoint()
        && !space.done();
  }

  /** What cannot be gone back to is found when it is prepared. */
  private void goBack(Reconfigure order) {
    if (order.getLive().getBack()
        && preparation.isNew(order)
        && membership.group() != null
        && space.safePoints().goBackTo(order.getLive().getSafePoint())) {
      returns++;
    }
  }

  private void hold() {
    held = true;
    downtime.stand();
  }

  private void proceed(Proceed order) {
    final Preparation.@Nullable Ready ready = preparation.takeFor(order.getEpoch());
    if (ready != null) {
      commit(ready);
      return;
    }
    final @Nullable Communicator present = membership.group();
    if (present == null || present.epoch() != order.getEpoch()) {
      return;
    }
    if (present.isBroken()) {
      reports.send(Failures.peerLost(present.epoch(), "", "the epoch is broken"));
    } else if (completed != null) {
      reports.send(completed.report(space.iteration()));
    } else {
      held = false;
      downtime.compute();
      downtime.reset();
    }
  }

  private void commit(Preparation.Ready ready) {
    final Change change = ready.change();
    completed = null;
    final int rank = change.rankOf(welcome.getWorker());
    final boolean fresh = !change.live() && change.informer().isEmpty();
    if (rank < 0) {
      leave(change);
      return;
    }
    if (!change.live()) {
      returns++;
    }
    final Communicator next = ready.group(rank, space.callContext());
    final @Nullable ReplicatedState state = ready.outcome().state();
    if (state != null) {
      space.restore(state);
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
    held = false;
    downtime.compute();
    reports.send(
        WorkerReport.newBuilder()
            .setResumed(
                Resumed.newBuilder().setEpoch(change.epoch()).setDowntimeNanos(downtime.nanos())));
    downtime.reset();
  }

  private void leave(Change change) {
    membership.leave();
    space.commit(change.plan(), welcome.getWorker(), null);
    left = true;
    reports.send(WorkerReport.newBuilder().setLeft(Left.newBuilder().setEpoch(change.epoch())));
  }

  /** The program cannot go on; the coordinator ends this process when it has heard. */
  private void waitForTheEnd() throws InterruptedException {
    membership.breakUp("the program failed");
    while (true) {
      orders.take();
    }
  }
}
