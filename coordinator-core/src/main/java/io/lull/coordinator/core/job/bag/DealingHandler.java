package io.lull.coordinator.core.job.bag;

import io.lull.coordinator.core.job.ChangeOutcome;
import io.lull.coordinator.core.job.Hand;
import io.lull.coordinator.core.job.Ledger;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase.Dealing;
import io.lull.coordinator.core.job.PlacedNode;
import io.lull.coordinator.core.job.Tasks;
import io.lull.coordinator.core.job.Tasks.Mishap;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.WorkerState;
import io.lull.coordinator.core.job.history.ChangeRecords;
import io.lull.coordinator.core.job.step.Orders;
import io.lull.coordinator.core.job.step.Transition;
import io.lull.coordinator.core.job.step.WorkingCopy;
import io.lull.protocol.model.EventCause;
import io.lull.protocol.model.JobState;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Deals a bag's tasks to whatever workers there are. A worker is dealt what it runs at a time, and,
 * where tasks are short, as much more as it runs while word goes to and fro. A task is done when
 * its outputs are stored; whatever ends a worker before, the task is dealt once more.
 */
public final class DealingHandler {
  private static final int TOLD_FAILURES = 3;

  private DealingHandler() {}

  /** Begins when the job has as many nodes as it needs. */
  public static Transition beginIfPlaced(WorkingCopy job) {
    return job.target().size() >= job.terms().least()
        ? Transition.to(new Dealing(Tasks.NONE_DEALT, Map.of(), 0))
        : Transition.stay();
  }

  /** A worker said that it is ready. */
  public static Transition ready(WorkingCopy job, Dealing dealing, Worker worker, int slots) {
    final Hand hand =
        dealing.hands().getOrDefault(worker.id(), Hand.empty(worker.node(), 1)).withSlots(slots);
    job.put(job.ledger().with(job.ledger().faults().started()));
    return Transition.to(dealing.with(worker.id(), hand));
  }

  /** A worker ended that nobody had asked to: one of the tasks that it ran may be at fault. */
  public static Transition died(WorkingCopy job, Dealing dealing, Worker worker, String why) {
    final @Nullable Hand hand = dealing.hands().get(worker.id());
    if (hand == null) {
      return Transition.stay();
    }
    final boolean interrupted =
        job.wishes().placed().reclaimed().containsKey(worker.node())
            || !WorkingCopy.names(job.target()).contains(worker.node());
    final Dealing next =
        emptied(
            job,
            dealing,
            worker.id(),
            interrupted ? Mishap.INTERRUPTION : Mishap.DEATH,
            "its worker died: " + why);
    ChangeRecords.handLost(
        job,
        worker.node(),
        interrupted ? EventCause.OWNER : EventCause.FAILURE,
        TaskResults.livingHands(job, dealing),
        hand.dealt().size());
    if (!interrupted) {
      job.avoid(worker.node());
    }
    return Transition.to(next);
  }

  /** The node is out of reach, with all that lies there; its workers are still known. */
  public static Transition nodeLost(WorkingCopy job, Dealing dealing, String node) {
    Dealing next = dealing;
    final int before = TaskResults.livingHands(job, dealing);
    int lost = 0;
    for (final Map.Entry<String, Hand> each : dealing.hands().entrySet()) {
      if (each.getValue().node().equals(node)) {
        next = emptied(job, next, each.getKey(), Mishap.INTERRUPTION, "");
        Tasks tasks = next.tasks();
        for (final int task : each.getValue().ended().keySet()) {
          tasks = TaskResults.returned(job, tasks, task, Mishap.INTERRUPTION, "");
        }
        next = next.with(tasks).without(each.getKey());
        lost += each.getValue().dealt().size() + each.getValue().ended().size();
      }
    }
    if (TaskResults.livingHands(job, next) < before) {
      ChangeRecords.handLost(job, node, EventCause.FAILURE, before, lost);
    }
    return Transition.to(next);
  }

  private static Dealing emptied(
      WorkingCopy job, Dealing dealing, String worker, Mishap mishap, String why) {
    final @Nullable Hand hand = dealing.hands().get(worker);
    if (hand == null) {
      return dealing;
    }
    final Set<Integer> running = hand.running();
    Tasks tasks = dealing.tasks();
    for (final int task : hand.dealt().keySet()) {
      tasks =
          TaskResults.returned(
              job, tasks, task, running.contains(task) ? mishap : Mishap.NOT_BEGUN, why);
    }
    return dealing.with(tasks).with(worker, hand.emptied());
  }

  public static Transition advance(WorkingCopy job, Dealing dealing) {
    Dealing next = release(job, dealing);
    next = welcome(job, next);
    next = deal(job, next);
    next = store(job, next);
    launch(job, next);
    return next.equals(dealing) ? endIfDone(job, dealing) : Transition.to(next);
  }

  /** Takes tasks back from workers that are gone or have to go. */
  private static Dealing release(WorkingCopy job, Dealing dealing) {
    final Set<String> target = WorkingCopy.names(job.target());
    Dealing next = dealing;
    for (final Map.Entry<String, Hand> each : dealing.hands().entrySet()) {
      final String id = each.getKey();
      final Hand hand = each.getValue();
      final @Nullable Worker worker = job.worker(id);
      if (worker == null || !worker.state().usable()) {
        next = emptied(job, next, id, Mishap.INTERRUPTION, "");
        next = hand.ended().isEmpty() ? next.without(id) : next;
      } else if (!target.contains(worker.node())) {
        next = leave(job, next, worker, hand);
      } else if (hand.leaves()) {
        next = next.with(id, hand.leaving(0));
      }
    }
    return next;
  }

  /** An owner does not wait for a task; others let it come to its end, for a while. */
  private static Dealing leave(WorkingCopy job, Dealing dealing, Worker worker, Hand hand) {
    final boolean reclaimed = job.wishes().placed().reclaimed().containsKey(worker.node());
    Dealing next = dealing;
    if (!reclaimed && !hand.leaves()) {
      next = next.with(worker.id(), hand.leaving(job.now()));
    }
    final boolean late = job.now() - hand.leavingMillis() >= Limits.TASK_LEAVE_MILLIS;
    if (!reclaimed && !hand.dealt().isEmpty() && !(hand.leaves() && late)) {
      return next;
    }
    final int before = TaskResults.livingHands(job, next);
    job.end(worker, "the job does not have this node any more");
    next = emptied(job, next, worker.id(), Mishap.INTERRUPTION, "");
    ChangeRecords.handLost(
        job,
        worker.node(),
        reclaimed ? EventCause.OWNER : job.wishes().placed().cause(),
        before,
        hand.dealt().size());
    return hand.ended().isEmpty() ? next.without(worker.id()) : next;
  }

  private static Dealing welcome(WorkingCopy job, Dealing dealing) {
    Dealing next = dealing;
    for (final Worker worker : job.workers()) {
      if (worker.state() == WorkerState.READY) {
        job.put(worker.as(WorkerState.MEMBER, job.now()));
        if (!next.hands().containsKey(worker.id())) {
          // Its number of slots is yet to be heard.
          next = next.with(worker.id(), Hand.empty(worker.node(), 1));
        }
        final boolean first = job.ledger().times().startedMillis() == 0;
        if (first) {
          job.put(job.ledger().at(new Ledger.Times(job.now(), 0)));
        }
        ChangeRecords.handWon(job, worker.node(), TaskResults.livingHands(job, next), first);
      }
    }
    return next;
  }

  private static Dealing deal(WorkingCopy job, Dealing dealing) {
    final int total = TaskResults.bag(job).getTasks();
    final int hands = Math.max(1, TaskResults.livingHands(job, dealing));
    Dealing next = dealing;
    for (final Map.Entry<String, Hand> each : dealing.hands().entrySet()) {
      final @Nullable Worker worker = job.worker(each.getKey());
      if (worker == null || worker.state() != WorkerState.MEMBER || each.getValue().leaves()) {
        continue;
      }
      Tasks tasks = next.tasks();
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
        next = next.with(tasks).with(each.getKey(), hand);
        job.tell(worker, Orders.deal(hand, fresh.keySet()));
      }
    }
    return next;
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

  private static Dealing store(WorkingCopy job, Dealing dealing) {
    Dealing next = dealing;
    for (final Map.Entry<String, Hand> each : dealing.hands().entrySet()) {
      final Hand hand = each.getValue();
      if (!hand.store().tasks().isEmpty()) {
        if (job.now() >= hand.store().deadlineMillis()) {
          next =
              TaskResults.notStored(job, next, each.getKey(), hand, "they did not arrive in time");
        }
      } else if (!hand.ended().isEmpty()) {
        final Hand.Store store =
            new Hand.Store(
                Set.copyOf(
                    hand.ended().keySet().stream().limit(Limits.TASKS_STORED_AT_ONCE).toList()),
                hand.store().failures(),
                job.now() + Limits.OUTPUTS_MILLIS);
        next = next.with(each.getKey(), hand.storing(store));
        job.order(hand.node(), Orders.storeOutputs(job.terms(), each.getKey(), store.tasks()));
      }
    }
    return next;
  }

  private static void launch(WorkingCopy job, Dealing dealing) {
    if (dealing.tasks().waiting(TaskResults.bag(job).getTasks()) == 0
        || job.now() < dealing.notBeforeMillis()) {
      return;
    }
    for (final PlacedNode node : job.target()) {
      if (job.usableOn(node.name()).isEmpty() && !job.occupied(node.name())) {
        job.launch(node.name());
      }
    }
  }

  private static Transition endIfDone(WorkingCopy job, Dealing dealing) {
    final Tasks tasks = dealing.tasks();
    final int total = TaskResults.bag(job).getTasks();
    if (tasks.open(total) > 0) {
      return Transition.stay();
    }
    return tasks.failed().isEmpty()
        ? new Transition.End(JobState.FINISHED, ChangeOutcome.done())
        : Transition.fail(lament(tasks, total));
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
  public static void resend(WorkingCopy job, Dealing dealing, String node) {
    for (final Map.Entry<String, Hand> each : dealing.hands().entrySet()) {
      final Hand hand = each.getValue();
      if (!hand.node().equals(node)) {
        continue;
      }
      final @Nullable Worker worker = job.worker(each.getKey());
      if (worker != null && worker.state() == WorkerState.MEMBER && !hand.dealt().isEmpty()) {
        job.tell(worker, Orders.deal(hand, hand.dealt().keySet()));
      }
      if (!hand.store().tasks().isEmpty()) {
        job.order(node, Orders.storeOutputs(job.terms(), each.getKey(), hand.store().tasks()));
      }
    }
  }
}
