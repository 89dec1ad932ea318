package io.lull.coordinator.core.job.machine;

import io.lull.coordinator.core.job.Attempt;
import io.lull.coordinator.core.job.ChangeOutcome;
import io.lull.coordinator.core.job.ChangeOutcome.Reason;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.JobTargets;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.MeasuredLoads;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.Phase.Dealing;
import io.lull.coordinator.core.job.Phase.Forming;
import io.lull.coordinator.core.job.Phase.Over;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.WorkerState;
import io.lull.coordinator.core.job.bag.DealingHandler;
import io.lull.coordinator.core.job.bag.TaskResults;
import io.lull.coordinator.core.job.change.Answers;
import io.lull.coordinator.core.job.change.Meetings;
import io.lull.coordinator.core.job.change.Rebalancing;
import io.lull.coordinator.core.job.checkpoint.ParityMaking;
import io.lull.coordinator.core.job.checkpoint.PendingGeneration;
import io.lull.coordinator.core.job.ending.FinishingHandler;
import io.lull.coordinator.core.job.ending.JobEnd;
import io.lull.coordinator.core.job.forming.FormingRetry;
import io.lull.coordinator.core.job.forming.RebuildHandler;
import io.lull.coordinator.core.job.forming.StagingHandler;
import io.lull.coordinator.core.job.history.ChangeRecords;
import io.lull.coordinator.core.job.step.ContractWatch;
import io.lull.coordinator.core.job.step.Orders;
import io.lull.coordinator.core.job.step.Transition;
import io.lull.coordinator.core.job.step.WorkingCopy;
import io.lull.coordinator.core.job.workforce.Ghosts;
import io.lull.coordinator.core.job.workforce.WorkerLoss;
import io.lull.protocol.model.EventCause;
import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.CodingProgress;
import io.lull.protocol.wire.OutputsStored;
import io.lull.protocol.wire.PeerLost;
import io.lull.protocol.wire.Ready;
import io.lull.protocol.wire.TaskEnded;
import io.lull.protocol.wire.WorkerReport;
import io.lull.scheduling.JobDemand.Move;
import io.lull.scheduling.adapt.ChangeMethod;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Takes down what an event says, without drawing conclusions from it. */
public final class EventIntake {
  private static final String UNWANTED = "the job does not need it any more";

  private final WorkingCopy job;
  private final Consumer<Transition> machine;

  /**
   * @param machine resolves what the event does to the phase
   */
  public EventIntake(WorkingCopy job, Consumer<Transition> machine) {
    this.job = job;
    this.machine = machine;
  }

  public void take(JobEvent event) {
    machine.accept(taken(event));
  }

  private Transition taken(JobEvent event) {
    return switch (event) {
      case JobEvent.Placed placed -> {
        job.put(job.targets().with(placed, job.now()));
        job.put(
            job.generations()
                .at(
                    job.generations()
                        .holders()
                        .with(Stream.concat(placed.nodes().stream(), placed.spares().stream()))));
        yield Transition.to(job.phase().settled());
      }
      case JobEvent.Decided decided -> {
        job.put(job.history().with(decided.decision()));
        if (decided.decision().chosen() == ChangeMethod.LOAD_BALANCE) {
          Rebalancing.begin(job);
        }
        if (decided.decision().chosen() == ChangeMethod.NONE
            && decided.decision().trigger() == EventCause.CONTRACT) {
          job.put(job.targets().with(job.targets().contract().refused()));
        }
        decided
            .moves()
            .forEach(move ->
                job.put(
                    job.targets()
                        .pinned(
                            new JobTargets.Pin(
                                move,
                                decided.decision().trigger(),
                                ChangeMethod.NONE,
                                job.now() + Limits.MOVE_MILLIS))));
        yield Transition.stay();
      }
      case JobEvent.Said said -> said(said);
      case JobEvent.Ended ended -> ended(ended);
      case JobEvent.Kept kept -> {
        PendingGeneration.kept(job, kept.node(), kept.piece());
        yield Transition.stay();
      }
      case JobEvent.Coded coded -> {
        ParityMaking.made(job, coded.node(), coded.parity());
        yield Transition.stay();
      }
      case JobEvent.Rebuilt rebuilt ->
          job.phase() instanceof Forming forming
              ? RebuildHandler.rebuilt(job, forming, rebuilt.node(), rebuilt.piece())
              : Transition.stay();
      case JobEvent.Codes(String node, CodingProgress progress) when progress.getParity() -> {
        ParityMaking.getsOn(job, node, progress);
        yield Transition.stay();
      }
      case JobEvent.Codes(String node, CodingProgress progress) ->
          job.phase() instanceof Forming forming
              ? RebuildHandler.getsOn(job, forming, node, progress)
              : Transition.stay();
      case JobEvent.Staged staged ->
          job.runs(staged.node(), staged.staged().getWorker())
                  && job.phase() instanceof Forming forming
              ? StagingHandler.staged(job, forming, staged.staged())
              : Transition.stay();
      case JobEvent.Stored stored ->
          job.runs(stored.node(), stored.stored().getWorker())
              ? stored(stored.stored())
              : Transition.stay();
      case JobEvent.NodeLost lost -> {
        if (job.phase() instanceof Dealing dealing) {
          machine.accept(DealingHandler.nodeLost(job, dealing, lost.node()));
        }
        WorkerLoss.nodeLost(job, lost.node());
        yield Transition.stay();
      }
      case JobEvent.NodeReturned returned -> {
        AgentReturn.returned(job, returned);
        yield Transition.stay();
      }
      case JobEvent.Cancel cancel ->
          job.phase() instanceof Over
              ? Transition.stay()
              : new Transition.End(
                  JobState.CANCELLED, new ChangeOutcome.NotDone(Reason.CANCELLED, cancel.by()));
      case JobEvent.OutputsDropped _ -> {
        if (job.phase() instanceof Over) {
          job.put(job.history().with(job.history().result().withoutOutputs(job.now())));
        }
        yield Transition.stay();
      }
      case JobEvent.Freed _ ->
          job.phase() instanceof Phase.Awaiting
              ? Transition.to(new Phase.Queued())
              : Transition.stay();
      case JobEvent.Forsaken forsaken ->
          job.phase() instanceof Phase.Awaiting
              ? Transition.fail(forsaken.why())
              : Transition.stay();
      case JobEvent.Resize resize -> {
        job.put(job.targets().resized(Math.max(0, resize.workers())));
        yield Transition.stay();
      }
      case JobEvent.Hold hold -> {
        job.put(job.targets().held(hold.by()));
        yield Transition.stay();
      }
      case JobEvent.Release _ -> {
        job.put(job.targets().held(""));
        yield Transition.stay();
      }
      case JobEvent.Migrate move -> {
        job.put(
            job.targets()
                .pinned(
                    new JobTargets.Pin(
                        new Move(move.from(), move.to()),
                        EventCause.OPERATOR,
                        move.method(),
                        job.now() + Limits.MOVE_MILLIS)));
        yield Transition.stay();
      }
      case JobEvent.Rebalance _ -> {
        Rebalancing.demand(job);
        yield Transition.stay();
      }
      case JobEvent.Relearn _ -> AgentReturn.relearn(job);
      case JobEvent.Tick _ -> Transition.to(job.phase().settled());
    };
  }

  /** A worker's process is gone. */
  private Transition ended(JobEvent.Ended ended) {
    final Worker worker = job.worker(ended.end().getWorker());
    if (worker == null || !worker.node().equals(ended.node())) {
      return Transition.stay();
    }
    if (!worker.state().usable()) {
      Ghosts.ended(job, worker);
      job.remove(worker);
      return Transition.stay();
    }
    final String why = WorkerLoss.why(worker, ended.end());
    if (job.phase() instanceof Dealing dealing) {
      machine.accept(DealingHandler.died(job, dealing, worker, why));
    }
    if (ended.end().getByProgram() && worker.state() == WorkerState.MEMBER) {
      job.put(job.history().with(job.history().faults().crashed()));
    }
    final Transition gone = WorkerLoss.gone(job, worker, why);
    return job.phase() instanceof Forming forming
            && !(forming.stage() instanceof Phase.Gathering)
            && worker.state() != WorkerState.STARTING
        ? FormingRetry.died(job, forming, worker, why)
        : gone;
  }

  private Transition stored(OutputsStored said) {
    switch (job.phase()) {
      case Phase.Finishing finishing -> {
        return FinishingHandler.stored(job, finishing, said);
      }
      case Dealing dealing -> {
        return TaskResults.stored(job, dealing, said);
      }
      case Over over -> {
        JobEnd.stored(job, over, said);
        return Transition.stay();
      }
      case Phase.Awaiting _, Phase.Queued _, Forming _, Phase.Running _, Phase.Changing _ -> {}
      case Phase.Suspending _, Phase.Suspended _, Phase.Relearning _ -> {}
    }
    return Transition.stay();
  }

  private Transition said(JobEvent.Said said) {
    final Worker worker = job.worker(said.worker());
    if (worker == null || !worker.node().equals(said.node())) {
      job.order(said.node(), Orders.end(said.worker(), UNWANTED));
      return Transition.stay();
    }
    return worker.state() == WorkerState.ENDING
        ? Transition.stay()
        : said(worker, said.report(), said.freeShare());
  }

  private Transition said(Worker worker, WorkerReport report, double freeShare) {
    final boolean member = worker.state() == WorkerState.MEMBER;
    switch (report.getReportCase()) {
      case READY -> {
        return ready(worker, report.getReady());
      }
      case AT_SAFE_POINT -> {
        if (member) {
          return Transition.to(
              Answers.toProposal(
                  job.phase(), halt -> halt.with(worker.id(), report.getAtSafePoint())));
        }
      }
      case MET -> {
        return Transition.to(
            Meetings.answered(job.phase(), meeting -> meeting.with(worker.id(), report.getMet())));
      }
      case PREPARED -> {
        return Transition.to(
            Answers.toAttempt(
                job.phase(), attempt -> attempt.with(worker.id(), report.getPrepared())));
      }
      case RESUMED -> ChangeRecords.resumed(job, report.getResumed());
      case LEFT -> {
        if (worker.state().goes()) {
          job.end(worker, "it handed its data over");
        }
      }
      case CAPTURED -> PendingGeneration.captured(job, worker, report.getCaptured());
      case PIECE_WRITTEN -> PendingGeneration.written(job, worker, report.getPieceWritten());
      case PROGRESS -> {
        if (report.getProgress().getEpoch() == job.progress().epoch()) {
          final MeasuredLoads before = job.progress().gauge().recent().loads();
          job.put(job.progress().with(report.getProgress(), freeShare));
          ContractWatch.measured(job, before);
        }
        return Transition.to(
            Answers.toAttempt(
                job.phase(), attempt -> attempt.with(worker.id(), report.getProgress())));
      }
      case PEER_LOST -> doubt(report.getPeerLost());
      case COMPLETED -> {
        if (member && report.getCompleted().getEpoch() == job.progress().epoch()) {
          job.put(job.progress().with(worker.id(), report.getCompleted()));
        }
      }
      case TASK_ENDED -> {
        return tasksEnded(worker, List.of(report.getTaskEnded()));
      }
      case TASKS_ENDED -> {
        return tasksEnded(worker, report.getTasksEnded().getTasksList());
      }
      case FAILED -> {
        return JobEnd.programFailed(worker, report.getFailed());
      }
      case REPORT_NOT_SET -> {}
    }
    return Transition.stay();
  }

  private Transition tasksEnded(Worker worker, List<TaskEnded> ends) {
    return job.phase() instanceof Dealing dealing
        ? TaskResults.told(job, dealing, worker, ends)
        : Transition.stay();
  }

  private Transition ready(Worker worker, Ready ready) {
    if (worker.state() == WorkerState.STARTING) {
      job.put(worker.listening(ready.getHost(), ready.getPort()).as(WorkerState.READY, job.now()));
    }
    if (worker.state() == WorkerState.GHOST) {
      job.put(worker.listening(ready.getHost(), ready.getPort()));
    }
    return job.phase() instanceof Dealing dealing
        ? DealingHandler.ready(job, dealing, worker, ready.getSlots())
        : Transition.stay();
  }

  /**
   * Counts only if it is about a member of the epoch that is in force or on its way, and if the job
   * still needs that one.
   */
  private void doubt(PeerLost lost) {
    final boolean current =
        switch (job.phase()) {
          case Phase.Forming forming ->
              forming.stage() instanceof Phase.Preparing preparing
                  && preparing.attempt().epoch() == lost.getEpoch();
          case Phase.Changing changing -> {
            final Attempt attempt = changing.attempt();
            // A change that goes back has broken the epoch in force itself: that is no news.
            final boolean meantToGoOn = attempt == null || !attempt.goesBack();
            yield (meantToGoOn && lost.getEpoch() == job.progress().epoch())
                || (attempt != null && lost.getEpoch() == attempt.epoch());
          }
          case Phase.Awaiting _, Phase.Queued _, Phase.Running _, Phase.Suspending _ ->
              lost.getEpoch() == job.progress().epoch();
          case Phase.Suspended _, Phase.Finishing _, Dealing _, Over _, Phase.Relearning _ ->
              lost.getEpoch() == job.progress().epoch();
        };
    final Worker accused = job.worker(lost.getWorker());
    if (current
        && !job.progress().dispensable(lost.getWorker())
        && (accused == null || accused.state().usable())) {
      job.fault("a worker lost touch with another: " + lost.getWhy());
      job.put(job.progress().doubting(lost.getWorker(), job.now()));
    }
  }
}
