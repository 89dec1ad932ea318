package io.lull.coordinator.core.job.change;

import io.lull.coordinator.core.job.Generations;
import io.lull.coordinator.core.job.Phase.Change;
import io.lull.coordinator.core.job.Phase.Changing;
import io.lull.coordinator.core.job.Phase.Running;
import io.lull.coordinator.core.job.Phase.Suspending;
import io.lull.coordinator.core.job.PlacedNode;
import io.lull.coordinator.core.job.SafePointProposal;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.WorkerState;
import io.lull.coordinator.core.job.checkpoint.CheckpointSchedule;
import io.lull.coordinator.core.job.checkpoint.PendingGeneration;
import io.lull.coordinator.core.job.recovery.RecoveryStart;
import io.lull.coordinator.core.job.step.SafePointRound;
import io.lull.coordinator.core.job.step.Transition;
import io.lull.coordinator.core.job.step.WorkingCopy;
import io.lull.protocol.wire.Completed;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** While the workers compute: decides on a checkpoint, a change, a suspension or the end. */
public final class RunningHandler {
  private RunningHandler() {}

  public static Transition advance(WorkingCopy job, Running running) {
    return RecoveryStart.check(job).orElseGet(() -> goOn(job, running));
  }

  private static Transition goOn(WorkingCopy job, Running running) {
    if (allCompleted(job)) {
      return new Transition.Finish();
    }
    PendingGeneration.advance(job);
    if (job.progress().doubt() != null) {
      return Transition.stay();
    }
    if (running.finishing() || SafePointRound.atTheEnd(job, running.halt())) {
      return letFinish(job, running);
    }
    if (job.targets().placed().nodes().size() < job.fewest()) {
      return suspend(job, running);
    }
    if (running.change().sinceMillis() == 0) {
      Rebalancing.consider(job);
    }
    final ChangeNeed need = reconcile(job, running.change());
    final Change change = Meetings.met(job, need, since(job, running.change(), need));
    if (!change.equals(running.change())) {
      return Transition.to(running.changing(change)); // the chain comes back at once
    }
    if (change.meeting() != null && change.meeting().over(job.now())) {
      PendingGeneration.giveWay(job);
      return Transition.to(new Changing(change, haltFor(job, running), null));
    }
    if (running.halt() != null) {
      return PendingGeneration.halted(job, running, running.halt());
    }
    return change.sinceMillis() == 0
        ? CheckpointSchedule.proposeIfDue(job, running)
        : Transition.stay();
  }

  private static boolean allCompleted(WorkingCopy job) {
    final Map<String, Completed> completed = job.progress().completed();
    return job.progress().layout().getMembersCount() > 0
        && job.progress().layout().getMembersList().stream()
            .allMatch(m -> completed.containsKey(m.getWorker()));
  }

  private static Transition letFinish(WorkingCopy job, Running running) {
    if (running.halt() != null) {
      SafePointRound.proceed(job);
    }
    return running.finishing() && running.halt() == null
        ? Transition.stay()
        : Transition.to(new Running(running.sinceMillis(), true, null, Change.NONE));
  }

  private static Transition suspend(WorkingCopy job, Running running) {
    final Generations.Pending pending = job.generations().pending();
    if (pending != null && !pending.allCaptured()) {
      return Transition.stay();
    }
    for (final Worker worker : job.workers()) {
      if (worker.state() == WorkerState.STARTING || worker.state() == WorkerState.READY) {
        job.end(worker, "the job does not have this node any more");
      }
    }
    return Transition.to(
        new Suspending(job.targets().placed().cause(), haltFor(job, running), false));
  }

  /** A checkpoint's proposal serves a change as well. */
  private static SafePointProposal haltFor(WorkingCopy job, Running running) {
    return running.halt() != null ? running.halt() : SafePointRound.propose(job);
  }

  private static ChangeNeed reconcile(WorkingCopy job, Change change) {
    final List<PlacedNode> target = job.target();
    final Set<String> names = WorkingCopy.names(target);
    for (final Worker worker : job.workers()) {
      final boolean joins =
          worker.state() == WorkerState.STARTING || worker.state() == WorkerState.READY;
      if (joins && !names.contains(worker.node())) {
        job.end(worker, "the job does not have this node any more");
      }
    }
    int pending = 0;
    for (final PlacedNode node : target) {
      final Worker worker = job.usableOn(node.name()).orElse(null);
      if (worker == null && !job.occupied(node.name()) && job.now() >= change.notBeforeMillis()) {
        job.launch(node.name());
      }
      if (worker == null || worker.state() == WorkerState.STARTING) {
        pending++;
      }
    }
    return new ChangeNeed(
        ChangeOrder.leavers(job, names),
        ChangeOrder.joiners(job, names),
        pending,
        Rebalancing.isWanted(job));
  }

  private static Change since(WorkingCopy job, Change change, ChangeNeed need) {
    if (need.nothing()) {
      return change.sinceMillis() == 0 ? change : Change.NONE;
    }
    return change.sinceMillis() == 0
        ? new Change(job.now(), change.notBeforeMillis(), change.failures(), null)
        : change;
  }
}
