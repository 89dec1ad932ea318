package io.lull.coordinator.job;

import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.PeerLost;
import io.lull.protocol.wire.Ready;
import io.lull.scheduling.JobDemand.Move;
import java.util.List;
import java.util.stream.Stream;

/** Takes down what an event says, without drawing conclusions from it. */
final class Facts {
  private Facts() {}

  static void take(Draft draft, JobEvent event) {
    switch (event) {
      case JobEvent.Placed placed -> {
        draft.wishes = draft.wishes.with(placed, draft.now);
        draft.generations =
            draft.generations.at(
                draft
                    .generations
                    .holders()
                    .with(Stream.concat(placed.nodes().stream(), placed.spares().stream())));
        Formation.settle(draft);
      }
      case JobEvent.Said said -> said(draft, said);
      case JobEvent.Ended ended -> {
        if (draft.runs(ended.node(), ended.end().getWorker())) {
          Crew.gone(draft, ended.end());
        }
      }
      case JobEvent.Kept kept -> Checkpoints.kept(draft, kept.node(), kept.piece());
      case JobEvent.Coded coded -> Coding.made(draft, coded.node(), coded.parity());
      case JobEvent.Rebuilt rebuilt -> Rebuilding.rebuilt(draft, rebuilt.node(), rebuilt.piece());
      case JobEvent.Codes codes -> {
        if (codes.progress().getParity()) {
          Coding.getsOn(draft, codes.node(), codes.progress());
        } else {
          Rebuilding.getsOn(draft, codes.node(), codes.progress());
        }
      }
      case JobEvent.Staged staged -> {
        if (draft.runs(staged.node(), staged.staged().getWorker())) {
          Formation.staged(draft, staged.staged());
        }
      }
      case JobEvent.Stored stored -> {
        if (draft.runs(stored.node(), stored.stored().getWorker())) {
          Ending.stored(draft, stored.stored());
        }
      }
      case JobEvent.NodeLost lost -> Crew.nodeLost(draft, lost.node());
      case JobEvent.NodeReturned returned -> Returning.returned(draft, returned);
      case JobEvent.Cancel cancel -> {
        if (!(draft.phase instanceof Phase.Over)) {
          Ending.over(draft, JobState.CANCELLED, "cancelled by " + cancel.by());
        }
      }
      case JobEvent.OutputsDropped dropped -> {
        if (draft.phase instanceof Phase.Over) {
          draft.ledger = draft.ledger.with(draft.ledger.result().withoutOutputs(draft.now));
        }
      }
      case JobEvent.Freed freed -> {
        if (draft.phase instanceof Phase.Awaiting) {
          draft.phase = new Phase.Queued();
        }
      }
      case JobEvent.Forsaken forsaken -> {
        if (draft.phase instanceof Phase.Awaiting) {
          Ending.fail(draft, forsaken.why(), null);
        }
      }
      case JobEvent.Resize resize ->
          draft.wishes = draft.wishes.resized(Math.max(0, resize.workers()));
      case JobEvent.Migrate move ->
          draft.wishes =
              draft.wishes.pinned(
                  new Wishes.Pin(new Move(move.from(), move.to()), draft.now + Limits.MOVE_MILLIS));
      case JobEvent.Relearn relearn -> Returning.relearn(draft);
      case JobEvent.Tick tick -> Formation.settle(draft);
    }
  }

  private static void said(Draft draft, JobEvent.Said said) {
    final Worker worker = draft.worker(said.worker());
    if (worker == null || !worker.node().equals(said.node())) {
      draft.order(said.node(), Orders.end(said.worker(), "nobody wants it any more"));
      return;
    }
    if (worker.state() == WorkerState.ENDING) {
      return;
    }
    final var report = said.report();
    switch (report.getReportCase()) {
      case READY -> ready(draft, worker, report.getReady());
      case AT_SAFE_POINT -> {
        if (worker.state() == WorkerState.MEMBER) {
          draft.phase =
              Computing.answered(
                  draft.phase, halt -> halt.with(worker.id(), report.getAtSafePoint()));
        }
      }
      case MET ->
          draft.phase =
              Computing.met(draft.phase, meeting -> meeting.with(worker.id(), report.getMet()));
      case PREPARED ->
          draft.phase =
              Reshaping.prepared(
                  draft.phase, attempt -> attempt.with(worker.id(), report.getPrepared()));
      case RESUMED -> Events.resumed(draft, report.getResumed());
      case LEFT -> {
        if (worker.state() == WorkerState.LEAVING) {
          draft.end(worker, "it handed its data over");
        }
      }
      case CAPTURED -> Checkpoints.captured(draft, worker, report.getCaptured());
      case PIECE_WRITTEN -> Checkpoints.written(draft, worker, report.getPieceWritten());
      case PROGRESS -> {
        if (report.getProgress().getEpoch() == draft.course.epoch()) {
          draft.course = draft.course.with(report.getProgress());
        }
        draft.phase =
            Reshaping.prepared(
                draft.phase, attempt -> attempt.with(worker.id(), report.getProgress()));
      }
      case PEER_LOST -> doubt(draft, report.getPeerLost());
      case COMPLETED -> {
        if (worker.state() == WorkerState.MEMBER
            && report.getCompleted().getEpoch() == draft.course.epoch()) {
          draft.course = draft.course.with(worker.id(), report.getCompleted());
        }
      }
      case TASK_ENDED -> TaskEnds.told(draft, worker, List.of(report.getTaskEnded()));
      case TASKS_ENDED -> TaskEnds.told(draft, worker, report.getTasksEnded().getTasksList());
      case FAILED -> Ending.failed(draft, worker, report.getFailed());
      case REPORT_NOT_SET -> {}
    }
  }

  private static void ready(Draft draft, Worker worker, Ready ready) {
    Dealer.ready(draft, worker, ready.getSlots());
    if (worker.state() == WorkerState.STARTING) {
      draft.put(
          worker.listening(ready.getHost(), ready.getPort()).as(WorkerState.READY, draft.now));
    }
  }

  /** Counts only if it is about a member of the epoch that is in force or on its way. */
  private static void doubt(Draft draft, PeerLost lost) {
    final boolean current =
        switch (draft.phase) {
          case Phase.Forming forming ->
              forming.stage() instanceof Phase.Preparing preparing
                  && preparing.attempt().epoch() == lost.getEpoch();
          case Phase.Changing changing -> {
            final Attempt attempt = changing.attempt();
            // A change that goes back has broken the epoch in force itself: that is no news.
            final boolean meantToGoOn = attempt == null || !attempt.goesBack();
            yield (meantToGoOn && lost.getEpoch() == draft.course.epoch())
                || (attempt != null && lost.getEpoch() == attempt.epoch());
          }
          default -> lost.getEpoch() == draft.course.epoch();
        };
    final Worker accused = draft.worker(lost.getWorker());
    if (current && (accused == null || accused.state().usable())) {
      draft.ledger =
          draft.ledger.with(
              draft.ledger.faults().because("a worker lost touch with another: " + lost.getWhy()));
      draft.course = draft.course.doubting(lost.getWorker(), draft.now);
    }
  }
}
