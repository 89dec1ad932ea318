package io.lull.coordinator.core.job.machine;

import io.lull.coordinator.core.job.ChangeOutcome;
import io.lull.coordinator.core.job.Job;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.JobStep;
import io.lull.coordinator.core.job.JobTargets;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.bag.DealingHandler;
import io.lull.coordinator.core.job.change.ChangingHandler;
import io.lull.coordinator.core.job.change.RunningHandler;
import io.lull.coordinator.core.job.change.SuspendingHandler;
import io.lull.coordinator.core.job.ending.FinishingHandler;
import io.lull.coordinator.core.job.ending.JobEnd;
import io.lull.coordinator.core.job.forming.FormingHandler;
import io.lull.coordinator.core.job.recovery.RecoveryStart;
import io.lull.coordinator.core.job.step.Transition;
import io.lull.coordinator.core.job.step.WorkingCopy;
import io.lull.coordinator.core.job.workforce.Ghosts;
import io.lull.coordinator.core.job.workforce.WorkerLoss;
import io.lull.protocol.model.JobState;
import java.util.stream.Collectors;

/**
 * Leads a job from its submission to its end.
 *
 * <p>An event is first taken down as a fact; then the job goes on as far as all facts together
 * allow. What happens next thus depends on where the job stands, not on the order in which it came
 * to know.
 *
 * <p>Handlers return a {@link Transition}. Only this class enters a phase.
 */
public final class JobMachine {
  /** More than any chain of phases that one event can set off. */
  private static final int LONGEST_CHAIN = 12;

  private final WorkingCopy job;
  private final boolean atTick;

  private JobMachine(WorkingCopy job, boolean atTick) {
    this.job = job;
    this.atTick = atTick;
  }

  /**
   * @param nowMillis epoch milliseconds
   */
  public static JobStep on(Job job, JobEvent event, long nowMillis) {
    final WorkingCopy copy = new WorkingCopy(job, nowMillis);
    final JobMachine machine = new JobMachine(copy, event instanceof JobEvent.Tick);
    machine.take(event);
    return copy.step(machine.settle());
  }

  private void take(JobEvent event) {
    if (job.phase() instanceof Phase.Relearning relearning
        && !(event instanceof JobEvent.Relearn)) {
      enter(relearning.before());
      new EventIntake(job, this::go).take(event);
      if (!(job.phase() instanceof Phase.Over)) {
        enter(AgentReturn.awaiting(relearning, job.phase(), event));
      }
    } else {
      new EventIntake(job, this::go).take(event);
      if (event instanceof JobEvent.NodeReturned returned) {
        go(AgentReturn.resend(job, returned.node()));
      }
    }
  }

  /**
   * @return whether it came to an end within the limit
   */
  private boolean settle() {
    updateTargets();
    for (int i = 0; i < LONGEST_CHAIN; i++) {
      final Phase before = job.phase();
      advance();
      if (!updateTargets() && job.phase().equals(before)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Drops the targets that time or the end of workers has settled.
   *
   * @return whether there were any
   */
  private boolean updateTargets() {
    final JobTargets before = job.targets();
    job.put(
        before.at(
            job.now(),
            job.workers().stream()
                .filter(w -> w.state().usable())
                .map(Worker::node)
                .collect(Collectors.toSet())));
    return !job.targets().equals(before);
  }

  private void advance() {
    if (!(job.phase() instanceof Phase.Relearning)) {
      go(WorkerLoss.endLate(job));
      Ghosts.update(job);
    }
    go(JobEnd.checkLimit(job));
    go(
        switch (job.phase()) {
          case Phase.Queued _ when job.terms().isBag() -> DealingHandler.beginIfPlaced(job);
          case Phase.Queued _ -> FormingHandler.beginIfPlaced(job, Phase.Purpose.What.START);
          case Phase.Suspended _ -> FormingHandler.beginIfPlaced(job, Phase.Purpose.What.RESUME);
          case Phase.Forming forming -> FormingHandler.advance(job, forming);
          case Phase.Running running -> RunningHandler.advance(job, running);
          case Phase.Changing changing -> ChangingHandler.advance(job, changing);
          case Phase.Suspending suspending -> SuspendingHandler.advance(job, suspending);
          case Phase.Finishing finishing -> FinishingHandler.advance(job, finishing);
          case Phase.Dealing dealing -> DealingHandler.advance(job, dealing);
          case Phase.Relearning relearning -> AgentReturn.advance(job, relearning, atTick);
          case Phase.Awaiting _, Phase.Over _ -> Transition.stay();
        });
  }

  /** Resolves a transition to the phase that it leads to. */
  private void go(Transition transition) {
    switch (transition) {
      case Transition.Stay _ -> {}
      case Transition.Enter(Phase next) -> enter(next);
      case Transition.Recover recover -> {
        go(RecoveryStart.begin(job, recover.cause(), recover.ownFault()));
        if (!(job.phase() instanceof Phase.Over)) {
          RecoveryStart.accuse(job, recover.accused());
        }
      }
      case Transition.Suspend suspend -> go(SuspendingHandler.suspended(job, suspend));
      case Transition.Finish _ -> go(FinishingHandler.begin(job));
      case Transition.Fail(String why, Worker witness) -> go(JobEnd.fail(job, why, witness));
      case Transition.End(JobState state, ChangeOutcome outcome) ->
          go(JobEnd.over(job, state, outcome));
    }
  }

  /** The one place where a job's phase is assigned. */
  private void enter(Phase next) {
    job.enter(next);
  }
}
