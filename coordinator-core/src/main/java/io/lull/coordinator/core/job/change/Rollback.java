package io.lull.coordinator.core.job.change;

import io.lull.coordinator.core.job.Attempt;
import io.lull.coordinator.core.job.Generations;
import io.lull.coordinator.core.job.JobEvent;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase.Change;
import io.lull.coordinator.core.job.Phase.Changing;
import io.lull.coordinator.core.job.SafePointProposal;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.step.Transition;
import io.lull.coordinator.core.job.step.WorkingCopy;
import io.lull.protocol.model.EventCause;
import io.lull.protocol.wire.Live;
import io.lull.protocol.wire.Member;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Returns a job to its previous safe point when an owner cannot wait for the next one. The order
 * breaks the epoch in force, so it leads to a new epoch or to a recovery even if the reason for it
 * disappears: the workers cannot continue in the old epoch.
 */
public final class Rollback {
  private Rollback() {}

  /** Whether an owner has waited long enough for a safe point that nobody has come to. */
  public static boolean isDue(WorkingCopy job, SafePointProposal halt) {
    return halt.kept()
        && job.progress().gauge().safePoint() < halt.safePoint()
        && hurries(job)
        && isEnough(job);
  }

  /** Whether a checkpoint has to give way that only waits for its safe point. */
  public static boolean overtakes(WorkingCopy job, Generations.Pending pending) {
    return pending.aim().canGoBack()
        && !pending.hold()
        && pending.waits()
        && job.progress().gauge().safePoint() < pending.safePoint()
        && hurries(job);
  }

  private static boolean hurries(WorkingCopy job) {
    final Map<String, Long> reclaimed = job.targets().placed().reclaimed();
    return leavers(job).stream()
        .anyMatch(w -> job.now() >= reclaimed.getOrDefault(w.node(), JobEvent.Placed.NOT_KNOWN));
  }

  private static List<Worker> leavers(WorkingCopy job) {
    return ChangeOrder.leavers(job, WorkingCopy.names(job.target()));
  }

  private static List<Worker> joiners(WorkingCopy job) {
    return ChangeOrder.joiners(job, WorkingCopy.names(job.target()));
  }

  private static boolean isEnough(WorkingCopy job) {
    return job.members().size() - leavers(job).size() + joiners(job).size() >= job.fewest();
  }

  public static Transition begin(WorkingCopy job, Changing changing) {
    return order(job, changing, changing.halt().safePoint() - 1);
  }

  /** From where the members stand, with those that are wanted now. */
  public static Transition anew(WorkingCopy job, Changing changing, Attempt attempt) {
    return order(job, changing, attempt.order().getLive().getSafePoint());
  }

  /**
   * It could not be: once more, as long as the members stand at one safe point, but not for ever.
   */
  public static Transition failed(WorkingCopy job, Changing changing, Attempt attempt, String why) {
    final long safePoint = attempt.order().getLive().getSafePoint();
    final long ahead = changing.halt().safePoint();
    final Set<Long> elsewhere = elsewhere(job, attempt);
    final Change change = ChangeOrder.postponed(job, changing.change(), why);
    final Changing next = new Changing(change, changing.halt(), attempt);
    if (!elsewhere.isEmpty() && safePoint < ahead && elsewhere.equals(Set.of(ahead))) {
      // Since each waits for the others there, all have come to it meanwhile, or soon will have.
      return order(job, next, ahead);
    } else if (!elsewhere.isEmpty() || change.failures() > Limits.CHANGE_RETRIES) {
      return new Transition.Recover(EventCause.FAILURE, true, Set.of());
    } else {
      return order(job, next, safePoint);
    }
  }

  /** The safe points of members that do not stand where they were to go. */
  private static Set<Long> elsewhere(WorkingCopy job, Attempt attempt) {
    final long safePoint = attempt.order().getLive().getSafePoint();
    final Set<String> members =
        job.progress().layout().getMembersList().stream()
            .map(Member::getWorker)
            .collect(Collectors.toSet());
    return attempt.prepared().entrySet().stream()
        .filter(said -> members.contains(said.getKey()))
        .map(said -> said.getValue().getSafePoint())
        .filter(at -> at != safePoint)
        .collect(Collectors.toSet());
  }

  private static Transition order(WorkingCopy job, Changing changing, long safePoint) {
    // Too few for what is wanted: all stay for now, and the job is suspended out of the new epoch.
    final List<Worker> leavers = isEnough(job) ? leavers(job) : List.of();
    final List<Worker> joiners = isEnough(job) ? joiners(job) : List.of();
    return ChangeOrder.order(
        job,
        changing,
        ChangeOrder.next(job, leavers, joiners),
        Stream.concat(job.members().stream(), joiners.stream()).toList(),
        Live.newBuilder().setSafePoint(safePoint).setBack(true),
        false,
        Limits.RECONFIGURE_MILLIS);
  }
}
