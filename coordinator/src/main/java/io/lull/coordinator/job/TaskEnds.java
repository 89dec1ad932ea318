package io.lull.coordinator.job;

import io.lull.coordinator.job.Phase.Dealing;
import io.lull.coordinator.job.Tasks.Mishap;
import io.lull.protocol.model.EventCause;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.OutputsStored;
import io.lull.protocol.wire.TaskEnded;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What becomes of tasks whose ends their workers have told. */
final class TaskEnds {
  private TaskEnds() {}

  /** A worker said how tasks ended; what is not in its hand is not heard. */
  static void told(Draft draft, Worker worker, List<TaskEnded> all) {
    if (!(draft.phase instanceof Dealing dealing)) {
      return;
    }
    final @Nullable Hand hand = dealing.hands().get(worker.id());
    if (hand == null) {
      return;
    }
    final Set<Integer> ended = new HashSet<>();
    final List<TaskEnded> kept = new ArrayList<>();
    boolean runsOn = false;
    Tasks tasks = dealing.tasks();
    for (final TaskEnded end : all) {
      if (hand.has(end) && ended.add(end.getTask().getTask())) {
        tasks = after(draft, tasks, end);
        runsOn |= end.getRunsOn();
        if (lies(draft, dealing.tasks(), end)) {
          kept.add(end);
        }
      }
    }
    final Hand left = hand.without(ended).keeping(kept);
    draft.phase = dealing.with(tasks).with(worker.id(), left);
    if (runsOn) {
      endWorker(draft, worker, left, dealing.hands().size());
    }
  }

  private static Tasks after(Draft draft, Tasks tasks, TaskEnded end) {
    final int task = end.getTask().getTask();
    if (end.getExitCode() < 0) {
      return returned(draft, tasks, task, Mishap.DEATH, end.getError());
    }
    final Tasks next = tasks.having(end.getRunMicros() / 1e3);
    if (again(draft, tasks, end)) {
      return returned(draft, next, task, Mishap.FAILURE, end.getError());
    }
    return end.getHasOutputs() ? next : concluded(next, end);
  }

  private static boolean again(Draft draft, Tasks tasks, TaskEnded end) {
    return end.getExitCode() > 0
        && tasks.mishaps(end.getTask().getTask()).failures() < Dealer.bag(draft).getRetries();
  }

  /** Whether it is over, but for its outputs, which lie at the worker. */
  private static boolean lies(Draft draft, Tasks before, TaskEnded end) {
    return end.getExitCode() >= 0 && end.getHasOutputs() && !again(draft, before, end);
  }

  /** A task that cannot be ended is ended with its worker; those beside it come back. */
  private static void endWorker(Draft draft, Worker worker, Hand left, int hands) {
    draft.end(worker, "a task runs on that has had its time");
    Events.handLost(draft, worker.node(), EventCause.FAILURE, hands, left.dealt().size());
  }

  private static Tasks concluded(Tasks tasks, TaskEnded end) {
    return end.getExitCode() == 0
        ? tasks.doneWell()
        : tasks.failing(end.getTask().getTask(), end.getError());
  }

  static Tasks returned(Draft draft, Tasks tasks, int task, Mishap mishap, String why) {
    return tasks.after(task, mishap, why, Dealer.bag(draft).getRetries());
  }

  /** Outputs are stored, or are not. */
  static void stored(Draft draft, OutputsStored said) {
    if (!(draft.phase instanceof Dealing dealing)) {
      return;
    }
    final @Nullable Hand hand = dealing.hands().get(said.getWorker());
    if (hand == null || !Set.copyOf(said.getTasksList()).equals(hand.store().tasks())) {
      return;
    }
    if (!said.getError().isEmpty()) {
      draft.phase = notStored(draft, dealing, said.getWorker(), hand, said.getError());
      return;
    }
    Tasks tasks = dealing.tasks();
    for (final int task : hand.store().tasks()) {
      final @Nullable TaskEnded end = hand.ended().get(task);
      tasks = end == null ? tasks : concluded(tasks, end);
    }
    final Ledger.Result result = draft.ledger.result();
    final List<Blob> outputs = new ArrayList<>(result.outputs());
    outputs.addAll(said.getFilesList());
    draft.ledger =
        draft.ledger.with(new Ledger.Result(result.error(), result.checkValues(), outputs));
    draft.phase = dealing.with(tasks).with(said.getWorker(), hand.stored());
  }

  /** They went with a worker that is gone; else they are asked for again, but not for ever. */
  static Dealing notStored(Draft draft, Dealing dealing, String worker, Hand hand, String why) {
    final int failures = hand.store().failures() + 1;
    final @Nullable Worker living = draft.worker(worker);
    if (living != null && living.state().usable() && failures <= Limits.OUTPUT_RETRIES) {
      return dealing.with(worker, hand.storing(new Hand.Store(Set.of(), failures, 0)));
    }
    Tasks tasks = dealing.tasks();
    for (final int task : hand.store().tasks()) {
      tasks =
          returned(
              draft, tasks, task, Mishap.DEATH, "its outputs could not be stored (" + why + ")");
    }
    return dealing.with(tasks).with(worker, hand.stored());
  }
}
