package io.lull.coordinator.core.job.bag;

import io.lull.coordinator.core.job.ChangeOutcome;
import io.lull.coordinator.core.job.JobHistory;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase.Dealing;
import io.lull.coordinator.core.job.PlacedNode;
import io.lull.coordinator.core.job.TaskAssignment;
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
import java.util.OptionalInt;
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
    final TaskAssignment assignment =
        dealing
            .assignments()
            .getOrDefault(worker.id(), TaskAssignment.empty(worker.node(), 1))
            .withSlots(slots);
    job.put(job.history().with(job.history().faults().started()));
    return Transition.to(dealing.with(worker.id(), assignment));
  }

  /** A worker ended that nobody had asked to: one of the tasks that it ran may be at fault. */
  public static Transition died(WorkingCopy job, Dealing dealing, Worker worker, String why) {
    final @Nullable TaskAssignment assignment = dealing.assignments().get(worker.id());
    if (assignment == null) {
      return Transition.stay();
    }
    final boolean interrupted =
        job.targets().placed().reclaimed().containsKey(worker.node())
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
        TaskResults.livingAssignments(job, dealing),
        assignment.dealt().size());
    if (!interrupted) {
      job.avoid(worker.node());
    }
    return Transition.to(next);
  }

  /** The node is out of reach, with all that lies there; its workers are still known. */
  public static Transition nodeLost(WorkingCopy job, Dealing dealing, String node) {
    Dealing next = dealing;
    final int before = TaskResults.livingAssignments(job, dealing);
    int lost = 0;
    for (final Map.Entry<String, TaskAssignment> each : dealing.assignments().entrySet()) {
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
    if (TaskResults.livingAssignments(job, next) < before) {
      ChangeRecords.handLost(job, node, EventCause.FAILURE, before, lost);
    }
    return Transition.to(next);
  }

  private static Dealing emptied(
      WorkingCopy job, Dealing dealing, String worker, Mishap mishap, String why) {
    final @Nullable TaskAssignment assignment = dealing.assignments().get(worker);
    if (assignment == null) {
      return dealing;
    }
    final Set<Integer> running = assignment.running();
    Tasks tasks = dealing.tasks();
    for (final int task : assignment.dealt().keySet()) {
      tasks =
          TaskResults.returned(
              job, tasks, task, running.contains(task) ? mishap : Mishap.NOT_BEGUN, why);
    }
    return dealing.with(tasks).with(worker, assignment.emptied());
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
    for (final Map.Entry<String, TaskAssignment> each : dealing.assignments().entrySet()) {
      final String id = each.getKey();
      final TaskAssignment assignment = each.getValue();
      final @Nullable Worker worker = job.worker(id);
      if (worker == null || !worker.state().usable()) {
        next = emptied(job, next, id, Mishap.INTERRUPTION, "");
        next = assignment.ended().isEmpty() ? next.without(id) : next;
      } else if (!target.contains(worker.node())) {
        next = leave(job, next, worker, assignment);
      } else if (assignment.leaves()) {
        next = next.with(id, assignment.leaving(0));
      }
    }
    return next;
  }

  /** An owner does not wait for a task; others let it come to its end, for a while. */
  private static Dealing leave(
      WorkingCopy job, Dealing dealing, Worker worker, TaskAssignment assignment) {
    final boolean reclaimed = job.targets().placed().reclaimed().containsKey(worker.node());
    Dealing next = dealing;
    if (!reclaimed && !assignment.leaves()) {
      next = next.with(worker.id(), assignment.leaving(job.now()));
    }
    final boolean late = job.now() - assignment.leavingMillis() >= Limits.TASK_LEAVE_MILLIS;
    if (!reclaimed && !assignment.dealt().isEmpty() && !(assignment.leaves() && late)) {
      return next;
    }
    final int before = TaskResults.livingAssignments(job, next);
    job.end(worker, "the job does not have this node any more");
    next = emptied(job, next, worker.id(), Mishap.INTERRUPTION, "");
    ChangeRecords.handLost(
        job,
        worker.node(),
        reclaimed ? EventCause.OWNER : job.targets().placed().cause(),
        before,
        assignment.dealt().size());
    return assignment.ended().isEmpty() ? next.without(worker.id()) : next;
  }

  private static Dealing welcome(WorkingCopy job, Dealing dealing) {
    Dealing next = dealing;
    for (final Worker worker : job.workers()) {
      if (worker.state() == WorkerState.READY) {
        job.put(worker.as(WorkerState.MEMBER, job.now()));
        if (!next.assignments().containsKey(worker.id())) {
          // Its number of slots is yet to be heard.
          next = next.with(worker.id(), TaskAssignment.empty(worker.node(), 1));
        }
        final boolean first = job.history().times().startedMillis() == 0;
        if (first) {
          job.put(job.history().at(new JobHistory.Times(job.now(), 0)));
        }
        ChangeRecords.handWon(job, worker.node(), TaskResults.livingAssignments(job, next), first);
      }
    }
    return next;
  }

  private static Dealing deal(WorkingCopy job, Dealing dealing) {
    final int total = TaskResults.bag(job).getTasks();
    final int assignments = Math.max(1, TaskResults.livingAssignments(job, dealing));
    Dealing next = dealing;
    for (final Map.Entry<String, TaskAssignment> each : dealing.assignments().entrySet()) {
      final @Nullable Worker worker = job.worker(each.getKey());
      if (worker == null || worker.state() != WorkerState.MEMBER || each.getValue().leaves()) {
        continue;
      }
      Tasks tasks = next.tasks();
      final int room =
          window(each.getValue(), tasks, tasks.waiting(total) / assignments)
              - each.getValue().dealt().size();
      final Map<Integer, Integer> fresh = new LinkedHashMap<>();
      OptionalInt task = tasks.next(total, each.getValue().node());
      while (fresh.size() < room && task.isPresent()) {
        fresh.put(task.getAsInt(), tasks.mishaps(task.getAsInt()).attempts());
        tasks = tasks.dealt(task.getAsInt());
        task = tasks.next(total, each.getValue().node());
      }
      if (!fresh.isEmpty()) {
        final TaskAssignment assignment = each.getValue().with(fresh);
        next = next.with(tasks).with(each.getKey(), assignment);
        job.tell(worker, Orders.deal(assignment, fresh.keySet()));
      }
    }
    return next;
  }

  /**
   * How many a worker may have: who was dealt most of what is left would be waited for by all.
   *
   * @param share of what is left, were it dealt out evenly
   */
  private static int window(TaskAssignment assignment, Tasks tasks, int share) {
    if (tasks.meanMillis() == 0) {
      return assignment.slots();
    }
    final double ahead = assignment.slots() * Limits.TASKS_AHEAD_MILLIS / tasks.meanMillis();
    final int most = Math.max(2 * assignment.slots(), Math.min(Limits.TASK_WINDOW, share / 2));
    return (int) Math.min(most, assignment.slots() + ahead);
  }

  private static Dealing store(WorkingCopy job, Dealing dealing) {
    Dealing next = dealing;
    for (final Map.Entry<String, TaskAssignment> each : dealing.assignments().entrySet()) {
      final TaskAssignment assignment = each.getValue();
      if (!assignment.store().tasks().isEmpty()) {
        if (job.now() >= assignment.store().deadlineMillis()) {
          next =
              TaskResults.notStored(
                  job, next, each.getKey(), assignment, "they did not arrive in time");
        }
      } else if (!assignment.ended().isEmpty()) {
        final TaskAssignment.Store store =
            new TaskAssignment.Store(
                Set.copyOf(
                    assignment.ended().keySet().stream()
                        .limit(Limits.TASKS_STORED_AT_ONCE)
                        .toList()),
                assignment.store().failures(),
                job.now() + Limits.OUTPUTS_MILLIS);
        next = next.with(each.getKey(), assignment.storing(store));
        job.order(
            assignment.node(), Orders.storeOutputs(job.terms(), each.getKey(), store.tasks()));
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
    for (final Map.Entry<String, TaskAssignment> each : dealing.assignments().entrySet()) {
      final TaskAssignment assignment = each.getValue();
      if (!assignment.node().equals(node)) {
        continue;
      }
      final @Nullable Worker worker = job.worker(each.getKey());
      if (worker != null && worker.state() == WorkerState.MEMBER && !assignment.dealt().isEmpty()) {
        job.tell(worker, Orders.deal(assignment, assignment.dealt().keySet()));
      }
      if (!assignment.store().tasks().isEmpty()) {
        job.order(
            node, Orders.storeOutputs(job.terms(), each.getKey(), assignment.store().tasks()));
      }
    }
  }
}
