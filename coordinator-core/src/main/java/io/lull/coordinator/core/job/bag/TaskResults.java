package io.lull.coordinator.core.job.bag;

import io.lull.coordinator.core.job.JobHistory;
import io.lull.coordinator.core.job.Limits;
import io.lull.coordinator.core.job.Phase.Dealing;
import io.lull.coordinator.core.job.TaskAssignment;
import io.lull.coordinator.core.job.Tasks;
import io.lull.coordinator.core.job.Tasks.Mishap;
import io.lull.coordinator.core.job.Worker;
import io.lull.coordinator.core.job.history.ChangeRecords;
import io.lull.coordinator.core.job.step.Transition;
import io.lull.coordinator.core.job.step.WorkingCopy;
import io.lull.protocol.model.EventCause;
import io.lull.protocol.wire.Bag;
import io.lull.protocol.wire.Blob;
import io.lull.protocol.wire.OutputsStored;
import io.lull.protocol.wire.TaskEnded;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Handles ended tasks: results, retries and failures. */
public final class TaskResults {
  private TaskResults() {}

  public static Bag bag(WorkingCopy job) {
    return job.terms().spec().getBag();
  }

  /** How many have assignments to work with: those of workers that are gone only hold outputs. */
  static int livingAssignments(WorkingCopy job, Dealing dealing) {
    int living = 0;
    for (final String id : dealing.assignments().keySet()) {
      final @Nullable Worker worker = job.worker(id);
      living += worker != null && worker.state().usable() ? 1 : 0;
    }
    return living;
  }

  /** A worker said how tasks ended; what is not in its assignment is not heard. */
  public static Transition told(
      WorkingCopy job, Dealing dealing, Worker worker, List<TaskEnded> all) {
    final @Nullable TaskAssignment assignment = dealing.assignments().get(worker.id());
    if (assignment == null) {
      return Transition.stay();
    }
    final Set<Integer> ended = new HashSet<>();
    final List<TaskEnded> kept = new ArrayList<>();
    boolean runsOn = false;
    Tasks tasks = dealing.tasks();
    for (final TaskEnded end : all) {
      if (assignment.has(end) && ended.add(end.getTask().getTask())) {
        tasks = after(job, dealing.with(tasks), end, worker.node());
        runsOn |= end.getRunsOn();
        if (lies(job, dealing.tasks(), end)) {
          kept.add(end);
        }
      }
    }
    final TaskAssignment left = assignment.without(ended).keeping(kept);
    if (runsOn) {
      endWorker(job, worker, left, livingAssignments(job, dealing));
    }
    return Transition.to(dealing.with(tasks).with(worker.id(), left));
  }

  private static Tasks after(WorkingCopy job, Dealing dealing, TaskEnded end, String node) {
    final Tasks tasks = dealing.tasks();
    final int task = end.getTask().getTask();
    if (end.getExitCode() < 0) {
      return returned(job, tasks, task, Mishap.DEATH, end.getError());
    }
    final Tasks next = tasks.having(end.getRunMicros() / 1e3);
    if (again(job, tasks, end)) {
      return returned(job, next, task, Mishap.FAILURE, end.getError());
    }
    return end.getHasOutputs()
        ? next
        : ReplicatedTasks.conclude(job, dealing, next, end, node, List.of()).tasks();
  }

  private static boolean again(WorkingCopy job, Tasks tasks, TaskEnded end) {
    return end.getExitCode() > 0
        && tasks.mishaps(end.getTask().getTask()).failures() < bag(job).getRetries();
  }

  /** Whether it is over, but for its outputs, which lie at the worker. */
  private static boolean lies(WorkingCopy job, Tasks before, TaskEnded end) {
    return end.getExitCode() >= 0 && end.getHasOutputs() && !again(job, before, end);
  }

  /** A task that cannot be ended is ended with its worker; those beside it come back. */
  private static void endWorker(
      WorkingCopy job, Worker worker, TaskAssignment left, int assignments) {
    job.end(worker, "a task runs on that has had its time");
    ChangeRecords.handLost(
        job, worker.node(), EventCause.FAILURE, assignments, left.dealt().size());
  }

  public static Tasks returned(WorkingCopy job, Tasks tasks, int task, Mishap mishap, String why) {
    return tasks.after(task, mishap, why, bag(job).getRetries());
  }

  /** Outputs are stored, or are not. */
  public static Transition stored(WorkingCopy job, Dealing dealing, OutputsStored said) {
    final @Nullable TaskAssignment assignment = dealing.assignments().get(said.getWorker());
    if (assignment == null || !Set.copyOf(said.getTasksList()).equals(assignment.store().tasks())) {
      return Transition.stay();
    }
    if (!said.getError().isEmpty()) {
      return Transition.to(notStored(job, dealing, said.getWorker(), assignment, said.getError()));
    }
    Tasks tasks = dealing.tasks();
    final JobHistory.Result result = job.history().result();
    final List<Blob> outputs = new ArrayList<>(result.outputs());
    for (final int task : assignment.store().tasks()) {
      final @Nullable TaskEnded end = assignment.ended().get(task);
      if (end != null) {
        final List<Blob> files = files(said, task);
        final ReplicatedTasks.Conclusion conclusion =
            ReplicatedTasks.conclude(job, dealing, tasks, end, assignment.node(), files);
        tasks = conclusion.tasks();
        if (conclusion.counts()) {
          outputs.addAll(files);
        }
      }
    }
    job.put(
        job.history().with(new JobHistory.Result(result.error(), result.checkValues(), outputs)));
    return Transition.to(dealing.with(tasks).with(said.getWorker(), assignment.stored()));
  }

  private static List<Blob> files(OutputsStored said, int task) {
    return said.getFilesList().stream()
        .filter(file -> file.getName().startsWith(task + "."))
        .toList();
  }

  /** They went with a worker that is gone; else they are asked for again, but not for ever. */
  public static Dealing notStored(
      WorkingCopy job, Dealing dealing, String worker, TaskAssignment assignment, String why) {
    final int failures = assignment.store().failures() + 1;
    final @Nullable Worker living = job.worker(worker);
    if (living != null && living.state().usable() && failures <= Limits.OUTPUT_RETRIES) {
      return dealing.with(
          worker, assignment.storing(new TaskAssignment.Store(Set.of(), failures, 0)));
    }
    Tasks tasks = dealing.tasks();
    for (final int task : assignment.store().tasks()) {
      tasks =
          returned(job, tasks, task, Mishap.DEATH, "its outputs could not be stored (" + why + ")");
    }
    return dealing.with(tasks).with(worker, assignment.stored());
  }
}
