package io.lull.coordinator.job;

import io.lull.coordinator.job.Phase.Change;
import io.lull.coordinator.job.Phase.Changing;
import io.lull.protocol.model.EventCause;
import io.lull.protocol.wire.Live;
import io.lull.protocol.wire.Member;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One safe point back, for an owner who cannot wait for the next one: nobody has to come to it. The
 * order breaks the epoch in force, so it leads to another epoch or to a recovery, whatever becomes
 * of the wish: nobody can be told to go on as before.
 */
final class Retreat {
  private Retreat() {}

  /** Whether an owner has waited long enough for a safe point that nobody has come to. */
  static boolean isDue(Draft draft, Halt halt) {
    return halt.kept()
        && draft.course.gauge().safePoint() < halt.safePoint()
        && hurries(draft)
        && isEnough(draft);
  }

  /** Whether a checkpoint has to give way that only waits for its safe point. */
  static boolean overtakes(Draft draft, Generations.Pending pending) {
    return pending.aim().canGoBack()
        && !pending.hold()
        && pending.waits()
        && draft.course.gauge().safePoint() < pending.safePoint()
        && hurries(draft);
  }

  private static boolean hurries(Draft draft) {
    final Map<String, Long> reclaimed = draft.wishes.placed().reclaimed();
    return leavers(draft).stream()
        .anyMatch(w -> draft.now >= reclaimed.getOrDefault(w.node(), JobEvent.Placed.NOT_KNOWN));
  }

  private static List<Worker> leavers(Draft draft) {
    return Computing.leavers(draft, Draft.names(draft.target()));
  }

  private static List<Worker> joiners(Draft draft) {
    return Computing.joiners(draft, Draft.names(draft.target()));
  }

  private static boolean isEnough(Draft draft) {
    return draft.members().size() - leavers(draft).size() + joiners(draft).size() >= draft.fewest();
  }

  static void begin(Draft draft, Changing changing) {
    order(draft, changing, changing.halt().safePoint() - 1);
  }

  /** From where the members stand, with those that are wanted now. */
  static void anew(Draft draft, Changing changing, Attempt attempt) {
    order(draft, changing, attempt.order().getLive().getSafePoint());
  }

  /**
   * It could not be: once more, as long as the members stand at one safe point, but not for ever.
   */
  static void failed(Draft draft, Changing changing, Attempt attempt, String why) {
    final long safePoint = attempt.order().getLive().getSafePoint();
    final long ahead = changing.halt().safePoint();
    final Set<Long> elsewhere = elsewhere(draft, attempt);
    final Change change = Reshaping.postponed(draft, changing.change(), why);
    final Changing next = new Changing(change, changing.halt(), attempt);
    if (!elsewhere.isEmpty() && safePoint < ahead && elsewhere.equals(Set.of(ahead))) {
      // Since each waits for the others there, all have come to it meanwhile, or soon will have.
      order(draft, next, ahead);
    } else if (!elsewhere.isEmpty() || change.failures() > Limits.CHANGE_RETRIES) {
      Recovery.begin(draft, EventCause.FAILURE, true);
    } else {
      order(draft, next, safePoint);
    }
  }

  /** The safe points of members that do not stand where they were to go. */
  private static Set<Long> elsewhere(Draft draft, Attempt attempt) {
    final long safePoint = attempt.order().getLive().getSafePoint();
    final Set<String> members =
        draft.course.layout().getMembersList().stream()
            .map(Member::getWorker)
            .collect(Collectors.toSet());
    return attempt.prepared().entrySet().stream()
        .filter(said -> members.contains(said.getKey()))
        .map(said -> said.getValue().getSafePoint())
        .filter(at -> at != safePoint)
        .collect(Collectors.toSet());
  }

  private static void order(Draft draft, Changing changing, long safePoint) {
    // Too few for what is wanted: all stay for now, and the job is suspended out of the new epoch.
    final List<Worker> leavers = isEnough(draft) ? leavers(draft) : List.of();
    final List<Worker> joiners = isEnough(draft) ? joiners(draft) : List.of();
    Reshaping.order(
        draft,
        changing,
        Computing.next(draft, leavers, joiners),
        Stream.concat(draft.members().stream(), joiners.stream()).toList(),
        Live.newBuilder().setSafePoint(safePoint).setBack(true),
        Limits.RECONFIGURE_MILLIS);
  }
}
