package io.lull.coordinator.job;

import io.lull.coordinator.job.Phase.Dealing;
import io.lull.coordinator.job.Tasks.Mishap;
import io.lull.protocol.model.EventCause;
import io.lull.protocol.model.JobState;
import io.lull.protocol.wire.Bag;
import io.lull.protocol.wire.CheckValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Deals a bag's tasks to whatever workers there are. A worker is dealt what it runs at a time, and,
 * where tasks are short, as much more as it runs while word goes to and fro. A task is done when
 * its outputs are stored; whatever ends a worker before, the task is dealt once more.
 */
final class Dealer {
  /** The figures of one that has ended. */
  static final String TASKS = "tasks";

  static final String DONE = "done";
  static final String FAILED = "failed";
  private static final int TOLD_FAILURES = 3;

  private Dealer() {}

  static void beginIfPlaced(Draft draft) {
    if (draft.target().size() >= draft.terms.least()) {
      draft.phase = new Dealing(Tasks.NONE_DEALT, Map.of(), 0);
    }
  }

  static Bag bag(Draft draft) {
    return draft.terms.spec().getBag();
  }

  /** A worker said that it is ready. */
  static void ready(Draft draft, Worker worker, int slots) {
    if (draft.phase instanceof Dealing dealing) {
      final Hand hand =
          dealing.hands().getOrDefault(worker.id(), Hand.empty(worker.node(), 1)).withSlots(slots);
      draft.phase = dealing.with(worker.id(), hand);
      draft.ledger = draft.ledger.with(draft.ledger.faults().started());
    }
  }

  /** After a worker that did not start: not at once again. */
  static void postpone(Draft draft, long notBeforeMillis) {
    if (draft.phase instanceof Dealing dealing) {
      draft.phase = dealing.notBefore(notBeforeMillis);
    }
  }

  /** A worker ended that nobody had asked to: one of the tasks that it ran may be at fault. */
  static void died(Draft draft, Worker worker, String why) {
    final @Nullable Hand hand =
        draft.phase instanceof Dealing present ? present.hands().get(worker.id()) : null;
    if (hand != null && draft.phase instanceof Dealing dealing) {
      final boolean interrupted =
          draft.wishes.placed().reclaimed().containsKey(worker.node())
              || !Draft.names(draft.target()).contains(worker.node());
      draft.phase =
          emptied(
              draft,
              dealing,
              worker.id(),
              interrupted ? Mishap.INTERRUPTION : Mishap.DEATH,
              "its worker died: " + why);
      Events.handLost(
          draft,
          worker.node(),
          interrupted ? EventCause.OWNER : EventCause.FAILURE,
          dealing.hands().size(),
          hand.dealt().size());
      if (!interrupted) {
        draft.avoid(worker.node());
      }
    }
  }

  /** The node is out of reach, with all that lies there. */
  static void nodeLost(Draft draft, String node) {
    if (!(draft.phase instanceof Dealing dealing)) {
      return;
    }
    Dealing next = dealing;
    final int before = dealing.hands().size();
    int lost = 0;
    for (final Map.Entry<String, Hand> each : dealing.hands().entrySet()) {
      if (each.getValue().node().equals(node)) {
        next = emptied(draft, next, each.getKey(), Mishap.INTERRUPTION, "");
        Tasks tasks = next.tasks();
        for (final int task : each.getValue().ended().keySet()) {
          tasks = TaskEnds.returned(draft, tasks, task, Mishap.INTERRUPTION, "");
        }
        next = next.with(tasks).without(each.getKey());
        lost += each.getValue().dealt().size() + each.getValue().ended().size();
      }
    }
    draft.phase = next;
    if (next.hands().size() < before) {
      Events.handLost(draft, node, EventCause.FAILURE, before, lost);
    }
  }

  private static Dealing emptied(
      Draft draft, Dealing dealing, String worker, Mishap mishap, String why) {
    final @Nullable Hand hand = dealing.hands().get(worker);
    if (hand == null) {
      return dealing;
    }
    final Set<Integer> running = hand.running();
    Tasks tasks = dealing.tasks();
    for (final int task : hand.dealt().keySet()) {
      tasks =
          TaskEnds.returned(
              draft, tasks, task, running.contains(task) ? mishap : Mishap.NOT_BEGUN, why);
    }
    return dealing.with(tasks).with(worker, hand.emptied());
  }

  static void advance(Draft draft, Dealing dealing) {
    draft.phase = dealing;
    release(draft);
    welcome(draft);
    deal(draft);
    store(draft);
    launch(draft);
    finishIfDone(draft);
  }

  private static Dealing phase(Draft draft) {
    return (Dealing) draft.phase;
  }

  /** Hands whose workers are gone or have to go. */
  private static void release(Draft draft) {
    final Set<String> target = Draft.names(draft.target());
    for (final Map.Entry<String, Hand> each : phase(draft).hands().entrySet()) {
      final String id = each.getKey();
      final Hand hand = each.getValue();
      final @Nullable Worker worker = draft.worker(id);
      if (worker == null || !worker.state().usable()) {
        final Dealing dealing = emptied(draft, phase(draft), id, Mishap.INTERRUPTION, "");
        draft.phase = hand.ended().isEmpty() ? dealing.without(id) : dealing;
      } else if (target.contains(worker.node())) {
        draft.phase = hand.leaves() ? phase(draft).with(id, hand.leaving(0)) : phase(draft);
      } else {
        leave(draft, worker, hand);
      }
    }
  }

  /** An owner does not wait for a task; others let it come to its end, for a while. */
  private static void leave(Draft draft, Worker worker, Hand hand) {
    final boolean reclaimed = draft.wishes.placed().reclaimed().containsKey(worker.node());
    if (!reclaimed && !hand.leaves()) {
      draft.phase = phase(draft).with(worker.id(), hand.leaving(draft.now));
    }
    final boolean late = draft.now - hand.leavingMillis() >= Limits.TASK_LEAVE_MILLIS;
    if (!reclaimed && !hand.dealt().isEmpty() && !(hand.leaves() && late)) {
      return;
    }
    final int before = phase(draft).hands().size();
    draft.end(worker, "the job does not have this node any more");
    final Dealing next = emptied(draft, phase(draft), worker.id(), Mishap.INTERRUPTION, "");
    draft.phase = hand.ended().isEmpty() ? next.without(worker.id()) : next;
    Events.handLost(
        draft,
        worker.node(),
        reclaimed ? EventCause.OWNER : draft.wishes.placed().cause(),
        before,
        hand.dealt().size());
  }

  private static void welcome(Draft draft) {
    for (final Worker worker : draft.workers()) {
      if (worker.state() == WorkerState.READY) {
        draft.put(worker.as(WorkerState.MEMBER, draft.now));
        final int hands = phase(draft).hands().size();
        if (!phase(draft).hands().containsKey(worker.id())) {
          // Its number of slots is yet to be heard.
          draft.phase = phase(draft).with(worker.id(), Hand.empty(worker.node(), 1));
        }
        final boolean first = draft.ledger.times().startedMillis() == 0;
        if (first) {
          draft.ledger = draft.ledger.at(new Ledger.Times(draft.now, 0));
        }
        Events.handWon(draft, worker.node(), Math.max(hands, 1), first);
      }
    }
  }

  private static void deal(Draft draft) {
    final int total = bag(draft).getTasks();
    final int hands = Math.max(1, phase(draft).hands().size());
    for (final Map.Entry<String, Hand> each : new TreeMap<>(phase(draft).hands()).entrySet()) {
      final @Nullable Worker worker = draft.worker(each.getKey());
      if (worker == null || worker.state() != WorkerState.MEMBER || each.getValue().leaves()) {
        continue;
      }
      Tasks tasks = phase(draft).tasks();
      final int room =
          window(each.getValue(), tasks, tasks.waiting(total) / hands)
              - each.getValue().dealt().size();
      final Map<Integer, Integer> fresh = new LinkedHashMap<>();
      while (fresh.size() < room && tasks.waiting(total) > 0) {
        final int task = tasks.next();
        fresh.put(task, tasks.mishaps(task).attempts());
        tasks = tasks.dealt();
      }
      if (!fresh.isEmpty()) {
        final Hand hand = each.getValue().with(fresh);
        draft.phase = phase(draft).with(tasks).with(each.getKey(), hand);
        draft.tell(worker, Orders.deal(hand, fresh.keySet()));
      }
    }
  }

  /**
   * How many a worker may have: who was dealt most of what is left would be waited for by all.
   *
   * @param share of what is left, were it dealt out evenly
   */
  private static int window(Hand hand, Tasks tasks, int share) {
    if (tasks.meanMillis() == 0) {
      return hand.slots();
    }
    final double ahead = hand.slots() * Limits.TASKS_AHEAD_MILLIS / tasks.meanMillis();
    final int most = Math.max(2 * hand.slots(), Math.min(Limits.TASK_WINDOW, share / 2));
    return (int) Math.min(most, hand.slots() + ahead);
  }

  private static void store(Draft draft) {
    for (final Map.Entry<String, Hand> each : phase(draft).hands().entrySet()) {
      final Hand hand = each.getValue();
      if (!hand.store().tasks().isEmpty()) {
        if (draft.now >= hand.store().deadlineMillis()) {
          draft.phase =
              TaskEnds.notStored(
                  draft, phase(draft), each.getKey(), hand, "they did not arrive in time");
        }
      } else if (!hand.ended().isEmpty()) {
        final Hand.Store next =
            new Hand.Store(
                Set.copyOf(
                    hand.ended().keySet().stream().limit(Limits.TASKS_STORED_AT_ONCE).toList()),
                hand.store().failures(),
                draft.now + Limits.OUTPUTS_MILLIS);
        draft.phase = phase(draft).with(each.getKey(), hand.storing(next));
        draft.order(hand.node(), Orders.storeOutputs(draft.terms, each.getKey(), next.tasks()));
      }
    }
  }

  private static void launch(Draft draft) {
    if (phase(draft).tasks().waiting(bag(draft).getTasks()) == 0
        || draft.now < phase(draft).notBeforeMillis()) {
      return;
    }
    for (final PlacedNode node : draft.target()) {
      if (draft.usableOn(node.name()).isEmpty() && !draft.occupied(node.name())) {
        draft.launch(node.name());
      }
    }
  }

  private static void finishIfDone(Draft draft) {
    final Tasks tasks = phase(draft).tasks();
    final int total = bag(draft).getTasks();
    if (tasks.open(total) > 0) {
      return;
    }
    if (tasks.failed().isEmpty()) {
      Ending.over(draft, JobState.FINISHED, "done");
    } else {
      Ending.fail(draft, lament(tasks, total), null);
    }
  }

  /** How it ended, to be told for as long as the job is known. */
  static List<CheckValue> figures(Draft draft, Tasks tasks) {
    return List.of(
        figure(TASKS, bag(draft).getTasks()),
        figure(DONE, tasks.done()),
        figure(FAILED, tasks.failed().size()));
  }

  private static CheckValue figure(String name, int value) {
    return CheckValue.newBuilder().setName(name).setValue(String.valueOf(value)).build();
  }

  private static String lament(Tasks tasks, int total) {
    final StringBuilder line = new StringBuilder();
    line.append(tasks.failed().size()).append(" of ").append(total).append(" tasks failed");
    String before = ": ";
    for (final Map.Entry<Integer, String> each :
        new TreeMap<>(tasks.failed()).entrySet().stream().limit(TOLD_FAILURES).toList()) {
      line.append(before).append("task ").append(each.getKey()).append(" (");
      line.append(each.getValue()).append(')');
      before = ", ";
    }
    return tasks.failed().size() > TOLD_FAILURES ? line.append(", …").toString() : line.toString();
  }

  /** What the node's workers may not have heard. */
  static void resend(Draft draft, Dealing dealing, String node) {
    for (final Map.Entry<String, Hand> each : dealing.hands().entrySet()) {
      final Hand hand = each.getValue();
      if (!hand.node().equals(node)) {
        continue;
      }
      final @Nullable Worker worker = draft.worker(each.getKey());
      if (worker != null && worker.state() == WorkerState.MEMBER && !hand.dealt().isEmpty()) {
        draft.tell(worker, Orders.deal(hand, hand.dealt().keySet()));
      }
      if (!hand.store().tasks().isEmpty()) {
        draft.order(node, Orders.storeOutputs(draft.terms, each.getKey(), hand.store().tasks()));
      }
    }
  }
}
