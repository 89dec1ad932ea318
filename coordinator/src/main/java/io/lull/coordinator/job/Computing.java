package io.lull.coordinator.job;

import io.lull.coordinator.job.Phase.Change;
import io.lull.coordinator.job.Phase.Changing;
import io.lull.coordinator.job.Phase.Running;
import io.lull.coordinator.job.Phase.Suspending;
import io.lull.protocol.wire.Completed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * While the workers compute: what is to come next, a checkpoint, a change, a suspension or the end.
 */
final class Computing {
  private Computing() {}

  static void advance(Draft draft, Running running) {
    if (Recovery.beganIfNeeded(draft)) {
      return;
    }
    if (allCompleted(draft)) {
      Ending.finish(draft);
      return;
    }
    Checkpoints.advance(draft);
    if (draft.course.doubt() != null) {
      return;
    }
    if (running.finishing() || atTheEnd(draft, running.halt())) {
      letFinish(draft, running);
      return;
    }
    if (draft.wishes.placed().nodes().size() < draft.fewest()) {
      suspend(draft, running);
      return;
    }
    final Wanted wanted = reconcile(draft, running.change());
    final Change change = met(draft, wanted, since(draft, running.change(), wanted));
    if (!change.equals(running.change())) {
      draft.phase = running.changing(change);
      return; // the chain comes back at once
    }
    if (change.meeting() != null && change.meeting().over(draft.now)) {
      Checkpoints.giveWay(draft);
      draft.phase = new Changing(change, haltFor(draft, running), null);
    } else if (running.halt() != null) {
      Checkpoints.halted(draft, running, running.halt());
    } else if (change.sinceMillis() == 0) {
      Checkpoints.proposeIfDue(draft, running);
    }
  }

  /** Notes the answer to the proposal that is under way, if it is one. */
  static Phase answered(Phase phase, UnaryOperator<Halt> answer) {
    return switch (phase) {
      case Running running when running.halt() != null ->
          running.halting(answer.apply(running.halt()));
      case Changing changing when changing.attempt() == null ->
          new Changing(changing.change(), answer.apply(changing.halt()), null);
      case Suspending suspending when !suspending.captured() ->
          new Suspending(suspending.cause(), answer.apply(suspending.halt()), false);
      default -> phase;
    };
  }

  /** Notes that a worker has seen to what it could before the change. */
  static Phase met(Phase phase, UnaryOperator<Meeting> answer) {
    return phase instanceof Running running && running.change().meeting() != null
        ? running.changing(running.change().at(answer.apply(running.change().meeting())))
        : phase;
  }

  /** Asks all members for a safe point. */
  static Halt propose(Draft draft) {
    draft.course = draft.course.numbered(draft.course.numbers().nextProposal());
    final long iterations =
        Math.round(1000 * Limits.HALT_ITERATIONS * draft.course.gauge().secondsPerIteration());
    final Halt halt =
        new Halt(
            draft.course.numbers().proposal(),
            Map.of(),
            false,
            true,
            draft.now,
            draft.now + Math.clamp(iterations, Limits.HALT_MILLIS, Limits.LONGEST_HALT_MILLIS));
    draft.tellAll(draft.members(), Orders.propose(halt));
    return halt;
  }

  /** Whether no safe point is to be hoped for. */
  static boolean atTheEnd(Draft draft, @Nullable Halt halt) {
    return (halt != null && halt.finishing()) || !draft.course.completed().isEmpty();
  }

  static boolean allAnswered(Draft draft, Halt halt) {
    return draft.members().stream().allMatch(w -> halt.answers().containsKey(w.id()));
  }

  static void proceed(Draft draft) {
    draft.tellAll(draft.members(), Orders.proceed(draft.course.epoch()));
  }

  private static boolean allCompleted(Draft draft) {
    final Map<String, Completed> completed = draft.course.completed();
    return draft.course.layout().getMembersCount() > 0
        && draft.course.layout().getMembersList().stream()
            .allMatch(m -> completed.containsKey(m.getWorker()));
  }

  private static void letFinish(Draft draft, Running running) {
    if (running.halt() != null) {
      proceed(draft);
    }
    if (!running.finishing() || running.halt() != null) {
      draft.phase = new Running(running.sinceMillis(), true, null, Change.NONE);
    }
  }

  private static void suspend(Draft draft, Running running) {
    final Generations.Pending pending = draft.generations.pending();
    if (pending != null && !pending.allCaptured()) {
      return;
    }
    for (final Worker worker : draft.workers()) {
      if (worker.state() == WorkerState.STARTING || worker.state() == WorkerState.READY) {
        draft.end(worker, "the job does not have this node any more");
      }
    }
    draft.phase = new Suspending(draft.wishes.placed().cause(), haltFor(draft, running), false);
  }

  /** A checkpoint's proposal serves a change as well. */
  private static Halt haltFor(Draft draft, Running running) {
    return running.halt() != null ? running.halt() : propose(draft);
  }

  /**
   * What lies between what the job has and what it is to have.
   *
   * @param leavers members whose nodes are to be given up
   * @param ready new workers that could join
   * @param pending nodes whose new worker is not ready yet
   */
  private record Wanted(List<Worker> leavers, List<Worker> ready, int pending) {
    boolean nothing() {
      return leavers.isEmpty() && ready.isEmpty() && pending == 0;
    }
  }

  private static Wanted reconcile(Draft draft, Change change) {
    final List<PlacedNode> target = draft.target();
    final Set<String> names = Draft.names(target);
    for (final Worker worker : draft.workers()) {
      final boolean joins =
          worker.state() == WorkerState.STARTING || worker.state() == WorkerState.READY;
      if (joins && !names.contains(worker.node())) {
        draft.end(worker, "the job does not have this node any more");
      }
    }
    int pending = 0;
    for (final PlacedNode node : target) {
      final Worker worker = draft.usableOn(node.name()).orElse(null);
      if (worker == null && !draft.occupied(node.name()) && draft.now >= change.notBeforeMillis()) {
        draft.launch(node.name());
      }
      if (worker == null || worker.state() == WorkerState.STARTING) {
        pending++;
      }
    }
    return new Wanted(leavers(draft, names), joiners(draft, names), pending);
  }

  static List<Worker> leavers(Draft draft, Set<String> target) {
    return draft.members().stream().filter(w -> !target.contains(w.node())).toList();
  }

  static List<Worker> joiners(Draft draft, Set<String> target) {
    return draft.workers().stream()
        .filter(w -> w.state() == WorkerState.READY && target.contains(w.node()))
        .toList();
  }

  /**
   * The change with the meeting of those who will be in it: begun when it may take place, and
   * forgotten when it may not any more. If they cannot meet, nobody stops for it.
   */
  private static Change met(Draft draft, Wanted wanted, Change change) {
    if (!mayChange(draft, wanted, change)) {
      return change.at(null);
    }
    final List<Worker> next = next(draft, wanted.leavers(), wanted.ready());
    final List<String> names = next.stream().map(Worker::id).toList();
    final boolean hurried = ownerWaits(draft, wanted);
    final long latest =
        draft.now + (hurried ? Limits.HURRIED_MEETING_MILLIS : Limits.MEETING_MILLIS);
    final @Nullable Meeting present = change.meeting();
    if (present == null) {
      return change.at(convene(draft, wanted, next, latest));
    }
    // However many come on the way, an owner waits for one meeting only.
    final long deadline = hurried ? Math.min(latest, present.deadlineMillis()) : latest;
    if (!present.members().equals(names)) {
      return change.at(convene(draft, wanted, next, deadline));
    }
    if (hurried) {
      // Nor for workers that cannot be linked in so short a time: the change itself has longer.
      return change.at(present.until(deadline));
    }
    return present.unreached().isEmpty()
        ? change
        : Reshaping.postponed(draft, change, present.unreached());
  }

  private static Meeting convene(
      Draft draft, Wanted wanted, List<Worker> next, long deadlineMillis) {
    final List<Worker> all =
        Stream.concat(draft.members().stream(), wanted.ready().stream()).toList();
    draft.course = draft.course.numbered(draft.course.numbers().nextProposal());
    final Meeting meeting =
        new Meeting(
            draft.course.numbers().proposal(),
            next.stream().map(Worker::id).toList(),
            all.stream().map(Worker::id).collect(Collectors.toSet()),
            "",
            deadlineMillis);
    draft.tellAll(
        all,
        Orders.meet(
            meeting,
            next.stream().map(draft::memberOf).toList(),
            draft.course.layout(),
            Math.max(1, deadlineMillis - draft.now)));
    return meeting;
  }

  /** The workers of the configuration to come, in the order in which it is ordered. */
  static List<Worker> next(Draft draft, List<Worker> leavers, List<Worker> joiners) {
    final List<Worker> next = new ArrayList<>(draft.members());
    next.removeAll(leavers);
    next.addAll(joiners);
    return next;
  }

  private static Change since(Draft draft, Change change, Wanted wanted) {
    if (wanted.nothing()) {
      return change.sinceMillis() == 0 ? change : Change.NONE;
    }
    return change.sinceMillis() == 0
        ? new Change(draft.now, change.notBeforeMillis(), change.failures(), null)
        : change;
  }

  private static boolean mayChange(Draft draft, Wanted wanted, Change change) {
    if (wanted.leavers().isEmpty() && wanted.ready().isEmpty()) {
      return false;
    }
    final int resulting = draft.members().size() - wanted.leavers().size() + wanted.ready().size();
    final boolean waitedEnough =
        wanted.pending() == 0
            || (ownerWaits(draft, wanted)
                && draft.now - change.sinceMillis() >= Limits.OWNER_WAITS_MILLIS);
    final Generations.Pending pending = draft.generations.pending();
    return waitedEnough
        && resulting >= draft.fewest()
        && draft.now >= change.notBeforeMillis()
        && (pending == null || pending.allCaptured() || Retreat.overtakes(draft, pending));
  }

  private static boolean ownerWaits(Draft draft, Wanted wanted) {
    return wanted.leavers().stream()
        .anyMatch(w -> draft.wishes.placed().reclaimed().containsKey(w.node()));
  }
}
