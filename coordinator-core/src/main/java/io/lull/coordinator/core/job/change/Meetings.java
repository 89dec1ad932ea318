package io.lull.coordinator.core.job.change;

import static java.util.stream.Collectors.toSet;

import io.lull.coordinator.core.job.Generations;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Meeting;
import io.lull.coordinator.core.job.Phase;
import io.lull.coordinator.core.job.Phase.Change;
import io.lull.coordinator.core.job.Phase.Running;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.step.Orders;
import io.lull.coordinator.core.job.step.WorkingCopy;
import io.lull.protocol.wire.CopyChoice;
import io.lull.scheduling.adapt.ChangeMethod;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lets the workers of the next configuration connect and warm up before a change, so that none
 * stops for longer than the change itself takes.
 */
public final class Meetings {
  private Meetings() {}

  /** Notes that a worker has seen to what it could before the change. */
  public static Phase answered(Phase phase, UnaryOperator<Meeting> answer) {
    return phase instanceof Running running && running.change().meeting() != null
        ? running.changing(running.change().at(answer.apply(running.change().meeting())))
        : phase;
  }

  /**
   * The change with the meeting of those who will be in it: begun when it may take place, and
   * forgotten when it may not any more. If they cannot meet, nobody stops for it.
   */
  static Change met(WorkingCopy job, ChangeNeed need, Change change) {
    if (!mayChange(job, need, change)) {
      return change.at(null);
    }
    final List<Worker> next = ChangeOrder.next(job, need.leavers(), need.ready());
    final List<String> names = next.stream().map(Worker::id).toList();
    final boolean hurried = need.ownerWaits(job);
    final CopyChoice copy = hurried ? CopyChoice.COPY_NOTHING : copy(job, need);
    final long latest =
        job.now() + (hurried ? Limits.HURRIED_MEETING_MILLIS : Limits.MEETING_MILLIS);
    final @Nullable Meeting present = change.meeting();
    if (present == null) {
      return change.at(convene(job, need, next, copy, latest));
    }
    // However many come on the way, an owner waits for one meeting only.
    final long deadline = hurried ? Math.min(latest, present.deadlineMillis()) : latest;
    if (!present.members().equals(names)) {
      return change.at(convene(job, need, next, copy, deadline));
    }
    if (hurried) {
      // Nor for workers that cannot be linked in so short a time: the change itself has longer.
      return change.at(present.until(deadline));
    }
    return present.unreached().isEmpty()
        ? change
        : ChangeOrder.postponed(job, change, present.unreached());
  }

  /** What goes to those who join before the change. */
  private static CopyChoice copy(WorkingCopy job, ChangeNeed need) {
    if (need.ready().isEmpty()) {
      return CopyChoice.COPY_NOTHING;
    }
    final Set<ChangeMethod> asked = ChangeOrder.methods(job, need.leavers());
    return asked.contains(ChangeMethod.MIGRATE) || asked.contains(ChangeMethod.STREAMING)
        ? CopyChoice.COPY_NOTHING
        : asked.contains(ChangeMethod.NON_BLOCKING)
            ? CopyChoice.COPY_EVERYTHING
            : CopyChoice.COPY_SELDOM_WRITTEN;
  }

  private static long copyMillis(CopyChoice copy) {
    return copy == CopyChoice.COPY_NOTHING ? 0 : Limits.COPY_MILLIS;
  }

  private static Meeting convene(
      WorkingCopy job, ChangeNeed need, List<Worker> next, CopyChoice copy, long deadlineMillis) {
    final List<Worker> all = Stream.concat(job.members().stream(), need.ready().stream()).toList();
    job.put(job.progress().numbered(job.progress().numbers().nextProposal()));
    final Meeting meeting =
        new Meeting(
            job.progress().numbers().proposal(),
            next.stream().map(Worker::id).toList(),
            all.stream().map(Worker::id).collect(toSet()),
            Set.of(),
            "",
            deadlineMillis,
            deadlineMillis + copyMillis(copy));
    job.tellAll(
        all,
        Orders.meet(
            meeting,
            next.stream().map(job::memberOf).toList(),
            job.progress().layout(),
            Math.max(1, deadlineMillis - job.now()),
            copy,
            copyMillis(copy)));
    return meeting;
  }

  private static boolean mayChange(WorkingCopy job, ChangeNeed need, Change change) {
    if (!need.possible()) {
      return false;
    }
    final int resulting = job.members().size() - need.leavers().size() + need.ready().size();
    final boolean waitedEnough =
        need.pending() == 0
            || (need.ownerWaits(job)
                && job.now() - change.sinceMillis() >= Limits.OWNER_WAITS_MILLIS);
    final Generations.Pending pending = job.generations().pending();
    return waitedEnough
        && resulting >= job.fewest()
        && job.now() >= change.notBeforeMillis()
        && (pending == null || pending.allCaptured() || Rollback.overtakes(job, pending));
  }
}
