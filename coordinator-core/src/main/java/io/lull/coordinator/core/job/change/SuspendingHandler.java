package io.lull.coordinator.core.job.change;

import io.lull.coordinator.core.job.ChangeOutcome;
import io.lull.coordinator.core.job.ChangeOutcome.Reason;
import io.lull.coordinator.core.job.Phase.Change;
import io.lull.coordinator.core.job.Phase.Running;
import io.lull.coordinator.core.job.Phase.Suspended;
import io.lull.coordinator.core.job.Phase.Suspending;
import io.lull.coordinator.core.job.checkpoint.PendingGeneration;
import io.lull.coordinator.core.job.history.ChangeRecords;
import io.lull.coordinator.core.job.recovery.RecoveryStart;
import io.lull.coordinator.core.job.step.SafePointRound;
import io.lull.coordinator.core.job.step.Transition;
import io.lull.coordinator.core.job.step.WorkingCopy;

/** A job that is to give up all its nodes keeps its data as a last checkpoint. */
public final class SuspendingHandler {
  private SuspendingHandler() {}

  public static Transition advance(WorkingCopy job, Suspending suspending) {
    return RecoveryStart.check(job)
        .orElseGet(() -> suspending.captured() ? keep(job, suspending) : halt(job, suspending));
  }

  private static Transition halt(WorkingCopy job, Suspending suspending) {
    PendingGeneration.advance(job);
    if (SafePointRound.atTheEnd(job, suspending.halt())) {
      SafePointRound.proceed(job);
      return Transition.to(new Running(job.now(), true, null, Change.NONE));
    }
    if (job.targets().placed().nodes().size() >= job.fewest()) {
      return goOn(job);
    }
    if (job.generations().pending() != null) {
      // What was captured before is kept first, or given up: it has a deadline of its own.
      return Transition.stay();
    }
    if (SafePointRound.allAnswered(job, suspending.halt())) {
      PendingGeneration.capture(job, suspending.halt(), true);
      return Transition.to(new Suspending(suspending.cause(), suspending.halt(), true));
    }
    return job.now() >= suspending.halt().deadlineMillis()
        ? suspend(job, suspending, ChangeOutcome.notDone(Reason.SUSPENDED_WITHOUT_SAFE_POINT))
        : Transition.stay();
  }

  private static Transition keep(WorkingCopy job, Suspending suspending) {
    final long last = job.progress().numbers().generation();
    PendingGeneration.advance(job);
    if (job.generations().pending() != null) {
      return Transition.stay();
    }
    final boolean safe = job.generations().committed().stream().anyMatch(g -> g.number() == last);
    if (job.targets().placed().nodes().size() >= job.fewest()) {
      return goOn(job);
    }
    return suspend(
        job,
        suspending,
        safe ? ChangeOutcome.done() : ChangeOutcome.notDone(Reason.LAST_CHECKPOINT_FAILED));
  }

  private static Transition suspend(WorkingCopy job, Suspending suspending, ChangeOutcome outcome) {
    return new Transition.Suspend(
        suspending.cause(), WorkingCopy.nodesOf(job.progress().layout()), outcome);
  }

  private static Transition goOn(WorkingCopy job) {
    SafePointRound.proceed(job);
    return Transition.to(new Running(job.now(), false, null, Change.NONE));
  }

  /** All workers end; the job waits for nodes with its data in its last generation. */
  public static Transition suspended(WorkingCopy job, Transition.Suspend how) {
    job.endAll("the job is suspended");
    PendingGeneration.abandon(job);
    job.put(job.progress().interrupted());
    ChangeRecords.suspended(job, how.cause(), how.nodesBefore(), how.outcome());
    return Transition.to(new Suspended(job.now()));
  }
}
