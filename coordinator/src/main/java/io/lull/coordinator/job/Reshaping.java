package io.lull.coordinator.job;

import io.lull.coordinator.job.Phase.Change;
import io.lull.coordinator.job.Phase.Changing;
import io.lull.coordinator.job.Phase.Forming;
import io.lull.coordinator.job.Phase.Preparing;
import io.lull.coordinator.job.Phase.Running;
import io.lull.protocol.wire.Live;
import io.lull.protocol.wire.Reconfigure;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * From one configuration to the next, out of the present workers' memory. Before the commit it can
 * always be given up, but for a {@link Retreat}, which can only be ordered anew.
 */
final class Reshaping {
  private Reshaping() {}

  /** Notes what a worker said, if it is about the attempt that is under way. */
  static Phase prepared(Phase phase, UnaryOperator<Attempt> said) {
    return switch (phase) {
      case Changing changing when changing.attempt() != null ->
          new Changing(changing.change(), changing.halt(), said.apply(changing.attempt()));
      case Forming forming when forming.stage() instanceof Preparing preparing ->
          forming.at(new Preparing(said.apply(preparing.attempt()), preparing.fetches()));
      default -> phase;
    };
  }

  static void advance(Draft draft, Changing changing) {
    if (Recovery.beganIfNeeded(draft)) {
      return;
    }
    Checkpoints.advance(draft);
    final Attempt attempt = changing.attempt();
    if (attempt == null) {
      halt(draft, changing);
    } else if (!unwanted(draft, attempt).isEmpty()) {
      callOff(draft, changing, attempt);
    } else if (attempt.awaited().stream().anyMatch(id -> !usable(draft, id))) {
      giveUp(draft, changing, attempt, "a worker that was to join ended");
    } else if (!attempt.obstacle().isEmpty()) {
      giveUp(draft, changing, attempt, attempt.obstacle());
    } else if (draft.now >= attempt.deadlineMillis()) {
      giveUp(draft, changing, attempt, "its workers were not prepared in time");
    } else if (attempt.complete()) {
      Commitment.changed(draft, changing, attempt);
    } else if (!attempt.goesBack() && !attempt.moves() && Retreat.isDue(draft, changing.halt())) {
      Retreat.begin(draft, changing);
    }
  }

  /** Those who were to join and whose nodes the job has lost meanwhile. */
  private static List<Worker> unwanted(Draft draft, Attempt attempt) {
    final Set<String> target = Draft.names(draft.target());
    return draft.workers().stream()
        .filter(w -> w.state() == WorkerState.READY && attempt.awaited().contains(w.id()))
        .filter(w -> !target.contains(w.node()))
        .toList();
  }

  /**
   * They go at once, having nothing that the present members do not have as well; these go on as
   * they were until the next change. To finish the change and undo it would move all of it twice
   * while an owner waits.
   */
  private static void callOff(Draft draft, Changing changing, Attempt attempt) {
    unwanted(draft, attempt)
        .forEach(worker -> draft.end(worker, "the job does not have this node any more"));
    if (attempt.goesBack()) {
      Retreat.anew(draft, changing, attempt);
      return;
    }
    Computing.proceed(draft);
    draft.phase = new Running(draft.now, false, null, changing.change());
  }

  private static boolean usable(Draft draft, String id) {
    final Worker worker = draft.worker(id);
    return worker != null && worker.state().usable();
  }

  private static void halt(Draft draft, Changing changing) {
    if (Computing.atTheEnd(draft, changing.halt())) {
      Computing.proceed(draft);
      draft.phase = new Running(draft.now, true, null, Change.NONE);
      return;
    }
    if (draft.now >= changing.halt().deadlineMillis()) {
      giveUp(draft, changing, null, "its workers did not come to a safe point in time");
      return;
    }
    if (!Computing.allAnswered(draft, changing.halt())) {
      return;
    }
    final Set<String> target = Draft.names(draft.target());
    final List<Worker> old = draft.members();
    final List<Worker> leavers = Computing.leavers(draft, target);
    final List<Worker> joiners = Computing.joiners(draft, target);
    if ((leavers.isEmpty() && joiners.isEmpty())
        || old.size() - leavers.size() + joiners.size() < draft.fewest()) {
      Computing.proceed(draft); // what was wanted is not wanted any more
      draft.phase = new Running(draft.now, false, null, Change.NONE);
      return;
    }
    if (Retreat.isDue(draft, changing.halt())) {
      Retreat.begin(draft, changing);
      return;
    }
    order(
        draft,
        changing,
        Computing.next(draft, leavers, joiners),
        Stream.concat(old.stream(), joiners.stream()).toList(),
        Live.newBuilder().setSafePoint(changing.halt().safePoint()),
        changing.halt().patienceMillis() + Limits.RECONFIGURE_MILLIS);
  }

  /**
   * Orders a change: the first of its workers waits until the last has come to the safe point.
   *
   * @param next the members of the new configuration
   * @param all of them, and the present ones
   */
  static void order(
      Draft draft,
      Changing changing,
      List<Worker> next,
      List<Worker> all,
      Live.Builder from,
      long millis) {
    draft.course = draft.course.numbered(draft.course.numbers().nextEpoch());
    final Reconfigure order =
        Reconfigure.newBuilder()
            .setEpoch(draft.course.numbers().epoch())
            .addAllMembers(next.stream().map(draft::memberOf).toList())
            .setLive(from.setLayout(draft.course.layout()))
            .setDeadlineMillis(millis)
            .setKeepSafePoints(draft.course.keepsSafePoints())
            .build();
    draft.tellAll(all, Orders.reconfigure(order));
    draft.phase =
        new Changing(
            changing.change(),
            changing.halt(),
            new Attempt(
                order, all.stream().map(Worker::id).toList(), Map.of(), draft.now + millis));
  }

  /**
   * The old configuration goes on; the change is tried again, after some failures without those
   * that were to join.
   */
  private static void giveUp(
      Draft draft, Changing changing, @Nullable Attempt attempt, String why) {
    if (attempt != null && attempt.goesBack()) {
      Retreat.failed(draft, changing, attempt, why);
      return;
    }
    Computing.proceed(draft);
    draft.phase = new Running(draft.now, false, null, postponed(draft, changing.change(), why));
  }

  /** A change that could not be. */
  static Change postponed(Draft draft, Change change, String why) {
    draft.ledger = draft.ledger.with(draft.ledger.faults().because(why));
    final int failures = change.failures() + 1;
    if (failures >= Limits.CHANGE_RETRIES) {
      for (final Worker worker : draft.workers()) {
        if (worker.state() == WorkerState.READY) {
          draft.end(worker, "it could not join: " + why);
          draft.avoid(worker.node());
        }
      }
    }
    return new Change(change.sinceMillis(), draft.now + Limits.backOff(failures), failures, null);
  }
}
