package io.lull.coordinator.core.job.change;

import io.lull.coordinator.core.job.Attempt;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase.Change;
import io.lull.coordinator.core.job.Phase.Changing;
import io.lull.coordinator.core.job.Phase.Running;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.WorkerState;
import io.lull.coordinator.core.job.checkpoint.PendingGeneration;
import io.lull.coordinator.core.job.history.ChangeRecords;
import io.lull.coordinator.core.job.recovery.RecoveryStart;
import io.lull.coordinator.core.job.step.ConfigurationCommit;
import io.lull.coordinator.core.job.step.ContractWatch;
import io.lull.coordinator.core.job.step.Orders;
import io.lull.coordinator.core.job.step.SafePointRound;
import io.lull.coordinator.core.job.step.Transition;
import io.lull.coordinator.core.job.step.WorkingCopy;
import io.lull.protocol.wire.Layout;
import io.lull.protocol.wire.Live;
import io.lull.protocol.wire.Member;
import io.lull.protocol.wire.Prepared;
import io.lull.scheduling.adapt.ChangeMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Moves a job from one configuration to the next, from the present workers' memory. A change can be
 * cancelled until the commit, except a {@link Rollback}, which can only be ordered again.
 */
public final class ChangingHandler {
  private ChangingHandler() {}

  public static Transition advance(WorkingCopy job, Changing changing) {
    return RecoveryStart.check(job).orElseGet(() -> goOn(job, changing));
  }

  private static Transition goOn(WorkingCopy job, Changing changing) {
    PendingGeneration.advance(job);
    final Attempt attempt = changing.attempt();
    if (attempt == null) {
      return halt(job, changing);
    } else if (!unwanted(job, attempt).isEmpty() || isOvertaken(job, attempt)) {
      return callOff(job, changing, attempt);
    } else if (attempt.awaited().stream().anyMatch(id -> !usable(job, id))) {
      return giveUp(job, changing, attempt, "a worker that was to join ended");
    } else if (!attempt.obstacle().isEmpty()) {
      return giveUp(job, changing, attempt, attempt.obstacle());
    } else if (job.now() >= attempt.deadlineMillis()) {
      return giveUp(job, changing, attempt, "its workers were not prepared in time");
    } else if (attempt.complete()) {
      return changed(job, changing, attempt);
    } else if (!attempt.goesBack() && !attempt.moves() && Rollback.isDue(job, changing.halt())) {
      return Rollback.begin(job, changing);
    }
    return Transition.stay();
  }

  /** Those who were to join and whose nodes the job has lost meanwhile. */
  private static List<Worker> unwanted(WorkingCopy job, Attempt attempt) {
    final Set<String> target = WorkingCopy.names(job.target());
    return job.workers().stream()
        .filter(w -> w.state() == WorkerState.READY && attempt.awaited().contains(w.id()))
        .filter(w -> !target.contains(w.node()))
        .toList();
  }

  /** Whether it shares data out anew among workers of which one is to leave now. */
  private static boolean isOvertaken(WorkingCopy job, Attempt attempt) {
    return !attempt.goesBack()
        && ids(attempt.order().getMembersList())
            .equals(ids(job.progress().layout().getMembersList()))
        && !ChangeOrder.leavers(job, WorkingCopy.names(job.target())).isEmpty();
  }

  private static Set<String> ids(List<Member> members) {
    return members.stream().map(Member::getWorker).collect(Collectors.toSet());
  }

  /**
   * They go at once, having nothing that the present members do not have as well; these go on as
   * they were until the next change. To finish the change and undo it would move all of it twice
   * while an owner waits.
   */
  private static Transition callOff(WorkingCopy job, Changing changing, Attempt attempt) {
    unwanted(job, attempt)
        .forEach(worker -> job.end(worker, "the job does not have this node any more"));
    if (attempt.goesBack()) {
      return Rollback.anew(job, changing, attempt);
    }
    SafePointRound.proceed(job);
    return Transition.to(new Running(job.now(), false, null, changing.change()));
  }

  private static boolean usable(WorkingCopy job, String id) {
    final Worker worker = job.worker(id);
    return worker != null && worker.state().usable();
  }

  private static Transition halt(WorkingCopy job, Changing changing) {
    if (SafePointRound.atTheEnd(job, changing.halt())) {
      SafePointRound.proceed(job);
      return Transition.to(new Running(job.now(), true, null, Change.NONE));
    }
    if (job.now() >= changing.halt().deadlineMillis()) {
      return giveUp(job, changing, null, "its workers did not come to a safe point in time");
    }
    if (!SafePointRound.allAnswered(job, changing.halt())) {
      return Transition.stay();
    }
    final Set<String> target = WorkingCopy.names(job.target());
    final List<Worker> old = job.members();
    final List<Worker> leavers = ChangeOrder.leavers(job, target);
    final List<Worker> joiners = ChangeOrder.joiners(job, target);
    if ((leavers.isEmpty() && joiners.isEmpty() && !Rebalancing.isWanted(job))
        || old.size() - leavers.size() + joiners.size() < job.fewest()) {
      SafePointRound.proceed(job); // what was wanted is not wanted any more
      return Transition.to(new Running(job.now(), false, null, Change.NONE));
    }
    if (Rollback.isDue(job, changing.halt())) {
      return Rollback.begin(job, changing);
    }
    return ChangeOrder.order(
        job,
        changing,
        ChangeOrder.next(job, leavers, joiners),
        Stream.concat(old.stream(), joiners.stream()).toList(),
        Live.newBuilder().setSafePoint(changing.halt().safePoint()),
        follows(job, leavers),
        changing.halt().patienceMillis() + Limits.RECONFIGURE_MILLIS);
  }

  /** Whether data follows the change: not where an owner waits for the node that it is on. */
  private static boolean follows(WorkingCopy job, List<Worker> leavers) {
    return ChangeOrder.methods(job, leavers).contains(ChangeMethod.STREAMING)
        && leavers.stream()
            .noneMatch(worker -> job.targets().placed().reclaimed().containsKey(worker.node()));
  }

  /**
   * The old configuration goes on; the change is tried again, after some failures without those
   * that were to join.
   */
  private static Transition giveUp(
      WorkingCopy job, Changing changing, @Nullable Attempt attempt, String why) {
    if (attempt != null && attempt.goesBack()) {
      return Rollback.failed(job, changing, attempt, why);
    }
    SafePointRound.proceed(job);
    return Transition.to(
        new Running(job.now(), false, null, ChangeOrder.postponed(job, changing.change(), why)));
  }

  /** The new configuration comes into force. */
  private static Transition changed(WorkingCopy job, Changing changing, Attempt attempt) {
    final Prepared summary = attempt.summary();
    final Layout before = job.progress().layout();
    final List<Worker> old = job.members();
    ConfigurationCommit.enforce(job, summary);
    ContractWatch.changed(job, before);
    final List<Worker> told = new ArrayList<>(old);
    for (final Worker worker : job.members()) {
      if (old.stream().noneMatch(o -> o.id().equals(worker.id()))) {
        told.add(worker);
      }
    }
    for (final Worker worker : old) {
      if (isLeft(worker, job.progress().layout())) {
        job.put(worker.as(stateOfLeaver(attempt, worker), job.now()));
        PendingGeneration.leaves(job, worker);
      }
    }
    job.tellAll(told, Orders.proceed(job.progress().epoch()));
    ChangeRecords.changed(job, before, summary, changing);
    return Transition.to(new Running(job.now(), false, null, Change.NONE));
  }

  private static WorkerState stateOfLeaver(Attempt attempt, Worker worker) {
    final @Nullable Prepared said = attempt.prepared().get(worker.id());
    return said != null && said.getFollowingBytes() > 0
        ? WorkerState.HANDING_OVER
        : WorkerState.LEAVING;
  }

  private static boolean isLeft(Worker worker, Layout layout) {
    return layout.getMembersList().stream().noneMatch(m -> m.getWorker().equals(worker.id()));
  }
}
