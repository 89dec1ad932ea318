package io.lull.simulator.job;

import io.lull.coordinator.core.job.JobEvent;
import io.lull.protocol.wire.AtSafePoint;
import io.lull.protocol.wire.Captured;
import io.lull.protocol.wire.CopyChoice;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Meet;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.Met;
import io.lull.protocol.wire.Prepared;
import io.lull.protocol.wire.Reconfigure;
import io.lull.protocol.wire.Resumed;
import io.lull.protocol.wire.StartWorker;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** A worker as reconfig-lib has it, without the data: it answers orders and counts safe points. */
final class WorkerModel {
  private static final long NOTHING = -1;
  final StartWorker start;
  final NodeModel node;
  private final JobModel grid;
  private @Nullable Reconfigure prepared;
  private @Nullable Prepared lastPrepared;
  Layout layout = Layout.getDefaultInstance();
  long safePoint;
  private long promise = Long.MAX_VALUE;
  private long promised;
  private long copiedBytes;
  private long lastProposal;
  private long lastGeneration;

  /** Its last safe point is kept until the next. */
  private boolean keeps;

  /** The safe point before this one, while it can still be gone back to; else less than 0. */
  private long kept = NOTHING;

  /** Orders for a safe point that it has not come to. */
  private final Deque<WorkerOrder> waiting = new ArrayDeque<>();

  /** Who keeps a copy of its last piece; empty: nobody was named. */
  String keeper = "";

  final TasksModel tasks;
  boolean held = true;
  private boolean broken;

  /** By an order to go back: nobody may be told to go on in this epoch. */
  private boolean wentBack;

  private boolean completed;
  private boolean preparing;
  private Duration changeTakes = Duration.ZERO;
  boolean ready;
  boolean left;
  final HandOver handOver = new HandOver();
  private final WorkTime time;
  final WorkerCells cells;

  WorkerModel(StartWorker start, NodeModel node, JobModel grid) {
    this.start = start;
    this.node = node;
    this.grid = grid;
    this.time = new WorkTime(name -> grid.node(name).pace);
    this.cells = new WorkerCells(start.getWorker(), grid.cells());
    this.tasks =
        new TasksModel(
            grid::exitCode, grid::runsOn, task -> node.written.add(id() + "/" + task), this::say);
  }

  /** Its process has started. */
  void ready() {
    if (lives()) {
      ready = true;
      say(WorkerReports.ready(node.host()));
    }
  }

  private boolean lives() {
    return node.workers.get(id()) == this;
  }

  String id() {
    return start.getWorker();
  }

  long epoch() {
    return layout.getEpoch();
  }

  void order(WorkerOrder order) {
    if (order.hasDeal()) {
      tasks.deal(order.getDeal());
      return;
    }
    final Reconfigure change = order.getReconfigure();
    final boolean isNew = lastPrepared == null || lastPrepared.getEpoch() < change.getEpoch();
    if (isNew && order.hasReconfigure() && (!change.hasLive() || change.getLive().getBack())) {
      wentBack |= change.hasLive() && epoch() > 0;
      broken |= epoch() > 0;
    }
    if (epoch() == 0 && ((isNew && order.hasReconfigure()) || order.hasProceed())) {
      waiting.clear(); // it gives up what it waited for
    }
    grid.check(
        !wentBack || !order.hasProceed() || order.getProceed().getEpoch() != epoch(),
        id() + " is told to go on in an epoch that was broken by an order");
    catchUp();
    switch (order.getOrderCase()) {
      case MEET -> meet(order.getMeet());
      case PROPOSE -> {
        propose(order.getPropose().getProposal());
        if (!waiting.isEmpty()) {
          waiting.add(order);
        }
      }
      default -> {
        if (comesLater(order)) {
          if (grid.timed()) {
            // Others were asked later, and said a later one.
            promise = Math.max(promise, OrderedSafePoint.of(order));
          }
          waiting.add(order);
        } else {
          execute(order);
        }
      }
    }
  }

  /** Whether it looks at orders at a safe point only that is far, or gets data from such. */
  private boolean comesLater(WorkerOrder order) {
    if (grid.timed()) {
      return computes() && safePoint < Math.min(grid.iterations(), OrderedSafePoint.of(order));
    }
    final boolean joins = epoch() == 0 && OrderedSafePoint.of(order) > 0;
    return grid.slow() && (joins || (computes() && safePoint < grid.iterations()));
  }

  /** What waited for a safe point, when it has come to it or cannot go on. */
  void catchUp() {
    while (!waiting.isEmpty() && !comesLater(waiting.getFirst())) {
      execute(waiting.remove());
    }
  }

  private void execute(WorkerOrder order) {
    switch (order.getOrderCase()) {
      case PROPOSE -> {
        if (!broken && order.getPropose().getProposal() == lastProposal) {
          promise = safePoint >= grid.iterations() ? Long.MAX_VALUE : promised;
        }
      }
      case RECONFIGURE -> reconfigure(order.getReconfigure());
      case PROCEED -> proceed(order.getProceed().getEpoch());
      case CAPTURE -> {
        if (order.getCapture().getGeneration() > lastGeneration && !broken) {
          lastGeneration = order.getCapture().getGeneration();
          keeper = order.getCapture().getKeeper().getWorker();
          grid.check(
              safePoint <= order.getCapture().getSafePoint(),
              id() + " is to capture a safe point that it passed");
          kept = safePoint == order.getCapture().getSafePoint() ? kept : NOTHING;
          safePoint = order.getCapture().getSafePoint();
          cells.come(safePoint);
          held = order.getCapture().getThenHold();
          keeps = order.getCapture().getKeepSafePoints();
          promise = Long.MAX_VALUE;
          say(
              WorkerReport.newBuilder()
                  .setCaptured(
                      Captured.newBuilder()
                          .setGeneration(lastGeneration)
                          .setSafePoint(safePoint)
                          .setIteration(safePoint)
                          .setCaptureNanos(2_000_000)
                          .setPiecesNanos(grid.piecesNanos())));
          node.written(this, lastGeneration, rank());
        }
      }
      default -> {}
    }
  }

  private void meet(Meet order) {
    copiedBytes = order.getCopy() == CopyChoice.COPY_EVERYTHING ? PreparedReport.SENT_BYTES : 0;
    if (node.missesMeetings) {
      return;
    }
    final Met.Builder met = Met.newBuilder().setMeeting(order.getMeeting());
    for (final Member member : order.getMembersList()) {
      if (!grid.alive(member.getWorker(), node) || grid.node(member.getNode()).strange) {
        met.setUnreached("worker " + member.getWorker() + " cannot be reached");
      }
    }
    say(WorkerReport.newBuilder().setMet(met.setCopying(node.copiesForEver)));
  }

  private void propose(long proposal) {
    if (broken || epoch() == 0 || proposal == lastProposal) {
      return;
    }
    lastProposal = proposal;
    final boolean last = safePoint >= grid.iterations();
    if (!last) {
      promise = safePoint + 1;
      promised = promise;
    }
    say(
        WorkerReport.newBuilder()
            .setAtSafePoint(
                AtSafePoint.newBuilder()
                    .setProposal(proposal)
                    .setSafePoint(last ? 0 : promise)
                    .setKept(keeps)
                    .setFinishing(last)));
  }

  private void reconfigure(Reconfigure order) {
    final Prepared last = lastPrepared;
    if (last != null && last.getEpoch() == order.getEpoch()) {
      if (!preparing) {
        tellPrepared(last);
      }
      return;
    }
    held = true;
    final Prepared.Builder answer =
        PreparedReport.begun(order, id(), cells.staged(), worker -> grid.alive(worker, node));
    long at = 0;
    switch (order.getSourceCase()) {
      case LIVE -> {
        at = order.getLive().getSafePoint();
        if (epoch() > 0) {
          grid.check(
              broken || epoch() == order.getLive().getLayout().getEpoch(),
              id() + " is in another epoch than the change starts from");
          if (order.getLive().getBack()) {
            grid.check(keeps, id() + " keeps no safe points");
            if (kept == at) {
              safePoint = at;
              cells.goBack(at);
            }
          } else if (!broken) {
            grid.check(safePoint <= at, id() + " passed the safe point of the change");
            safePoint = at;
            cells.come(at);
          }
          kept = NOTHING;
          if (safePoint != at) {
            answer.setMissing("the program cannot come to that safe point");
            at = safePoint;
          }
        }
      }
      case GENERATION -> {
        broken = true;
        at = order.getGeneration().getSafePoint();
        grid.check(
            order.getGeneration().getHoldersCount()
                == order.getGeneration().getLayout().getMembersCount(),
            "a piece without holder");
      }
      case FRESH -> broken = true;
      case SOURCE_NOT_SET -> grid.check(false, "no source");
    }
    cells.prepare(order);
    final Prepared answered = PreparedReport.of(answer, order, id(), at, copiedBytes);
    lastPrepared = answered;
    prepared = answer.getMissing().isEmpty() ? order : null;
    if (!node.movesStuck) {
      preparing = true;
      changeTakes = grid.delays().change(layout.getMembersCount(), order.getMembersCount());
      node.after(changeTakes, () -> tellPrepared(answered));
    }
  }

  private void tellPrepared(Prepared answered) {
    if (lives() && answered.equals(lastPrepared)) {
      preparing = false;
      say(WorkerReport.newBuilder().setPrepared(answered));
    }
  }

  private void proceed(long epoch) {
    final Reconfigure ready = prepared;
    final Prepared last = lastPrepared;
    prepared = null;
    promise = Long.MAX_VALUE;
    if (ready != null && last != null && ready.getEpoch() == epoch) {
      completed = false;
      broken = false;
      wentBack = false;
      kept = NOTHING;
      keeps = ready.getKeepSafePoints();
      layout = last.getLayout();
      safePoint = last.getSafePoint();
      cells.enter(ready, safePoint);
      handOver.begin(ready, id());
      if (rank() < 0) {
        left = true;
        held = true;
        if (!handOver.isGiving()) {
          sayLeft();
        }
        return;
      }
      held = false;
      final Resumed.Builder resumed = Resumed.newBuilder().setEpoch(epoch);
      say(
          WorkerReport.newBuilder()
              .setResumed(resumed.setDowntimeNanos(node.pace.stopNanos + changeTakes.toNanos())));
      grid.resumed();
    } else if (epoch == epoch() && broken) {
      sayLost("");
    } else if (epoch == epoch()) {
      held = false;
      if (completed) {
        sayCompleted();
      }
    }
  }

  /** Less than 0: it is not in the configuration. */
  int rank() {
    return layout.getMembersList().stream().map(Member::getWorker).toList().indexOf(id());
  }

  boolean computes() {
    return !held && !broken && !left && epoch() > 0 && !node.suspended.stands(id());
  }

  boolean mayPass() {
    final boolean far = grid.slow() && promise != Long.MAX_VALUE;
    return computes()
        && handOver.isWhole()
        && safePoint + (far ? 1 : 0) < promise
        && safePoint < grid.iterations();
  }

  void step() {
    kept = keeps ? safePoint : NOTHING;
    safePoint++;
    cells.come(safePoint);
    time.count(layout, rank());
    if (node.tellsNoProgress) {
      return;
    }
    say(
        WorkerReports.progress(
            layout, rank(), safePoint, grid.iterations(), grid::secondsPerIteration, time));
  }

  boolean completed() {
    return completed;
  }

  void completeIfDone() {
    if (computes() && safePoint >= grid.iterations() && !completed) {
      completed = true;
      cells.complete(epoch());
      sayCompleted();
    }
  }

  void losePeer(String peer) {
    if (epoch() > 0 && !broken && !left) {
      broken = true;
      held = true;
      sayLost(peer);
      catchUp();
    }
  }

  void sayLeft() {
    say(WorkerReports.left(epoch()));
  }

  private void sayLost(String peer) {
    say(WorkerReports.lost(epoch(), peer));
  }

  private void sayCompleted() {
    say(WorkerReports.completed(epoch(), safePoint, rank() == 0));
  }

  void say(WorkerReport.Builder report) {
    node.say(new JobEvent.Said(node.name(), id(), report.build(), node.pace.freeShare()));
  }
}
