package io.lull.coordinator.core.job.recovery;

import io.lull.coordinator.core.job.Crashes;
import io.lull.coordinator.core.job.JobHistory;
import io.lull.coordinator.core.job.JobProgress;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.checkpoint.PendingGeneration;
import io.lull.coordinator.core.job.step.Transition;
import io.lull.coordinator.core.job.step.WorkingCopy;
import io.lull.coordinator.core.job.workforce.WorkerLoss;
import io.lull.protocol.model.EventCause;
import io.lull.protocol.wire.Member;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Starts the recovery of a job whose configuration cannot continue. */
public final class RecoveryStart {
  private RecoveryStart() {}

  /**
   * Whether the configuration in force cannot go on: it lost a member, or doubt about one lasted.
   */
  public static Optional<Transition> check(WorkingCopy job) {
    final List<Member> missing = WorkerLoss.missing(job);
    if (!missing.isEmpty()) {
      final boolean owner =
          missing.stream()
              .allMatch(m -> job.targets().placed().reclaimed().containsKey(m.getNode()));
      final boolean ownFault =
          missing.stream()
              .anyMatch(m ->
                  !job.targets().placed().reclaimed().containsKey(m.getNode())
                      && !job.generations().holders().lost().contains(m.getNode()));
      return Optional.of(
          new Transition.Recover(
              owner ? EventCause.OWNER : EventCause.FAILURE, ownFault, Set.of()));
    }
    final JobProgress.Doubt doubt = job.progress().doubt();
    if (doubt != null && job.now() - doubt.sinceMillis() >= Limits.DOUBT_MILLIS) {
      return Optional.of(new Transition.Recover(EventCause.FAILURE, true, doubt.accused()));
    }
    return Optional.empty();
  }

  /**
   * A worker that others cannot reach time and again is replaced, though it says that it is well.
   */
  public static void accuse(WorkingCopy job, Set<String> accused) {
    JobHistory.Faults faults = job.history().faults().accusing(accused);
    job.put(job.history().with(faults));
    for (final String id : accused) {
      final Worker worker = job.worker(id);
      if (worker != null
          && worker.state().usable()
          && faults.accusations().getOrDefault(id, 0) >= Limits.ACCUSATIONS) {
        job.end(worker, "the other workers cannot reach it");
        job.avoid(worker.node());
      }
    }
  }

  public static Transition begin(WorkingCopy job, EventCause cause, boolean ownFault) {
    final JobHistory.Faults before = job.history().faults();
    final boolean farther = job.progress().gauge().farthest() > before.farthest();
    final int inRow = (farther ? 0 : before.inRow()) + (ownFault ? 1 : 0);
    final Crashes crashes = before.crashes().recovering(job.progress().gauge());
    job.put(
        job.history()
            .with(
                new JobHistory.Faults(
                    before.starts(),
                    before.lastStartMillis(),
                    before.recoveries() + 1,
                    inRow,
                    job.progress().gauge().farthest(),
                    before.last(),
                    farther ? Map.of() : before.accusations(),
                    crashes)));
    if (crashes.inRow() >= Limits.CRASHES_IN_A_ROW) {
      return Transition.fail(
          "its program ended its worker "
              + crashes.inRow()
              + " times at the same place; the last time "
              + before.last());
    }
    if (inRow > Limits.RECOVERIES_IN_A_ROW) {
      return Transition.fail(
          "failed "
              + inRow
              + " times in a row without getting any farther; the last time "
              + before.last());
    }
    PendingGeneration.settle(job);
    job.put(job.progress().interrupted());
    return Transition.to(
        new Phase.Forming(
            new Phase.Purpose(
                Phase.Purpose.What.RECOVER,
                cause,
                before.last(),
                job.now(),
                WorkingCopy.nodesOf(job.progress().layout())),
            new Phase.Gathering(job.now(), 0, false),
            Set.of(),
            0,
            Phase.Rebuilds.NONE));
  }
}
