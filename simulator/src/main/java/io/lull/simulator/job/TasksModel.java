package io.lull.simulator.job;

import io.lull.protocol.wire.Deal;
import io.lull.protocol.wire.TaskEnded;
import io.lull.protocol.wire.TaskTry;
import io.lull.protocol.wire.TasksEnded;
import io.lull.protocol.wire.WorkerReport;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The tasks of a worker of a bag: each takes a moment; every other one prints something. */
final class TasksModel {
  static final int SLOTS = 2;
  private static final long RUN_MICROS = 50_000;

  private final WorkerModel worker;
  private final JobModel grid;
  private final Deque<TaskTry> waiting = new ArrayDeque<>();
  private final Set<TaskTry> known = new HashSet<>();

  TasksModel(WorkerModel worker, JobModel grid) {
    this.worker = worker;
    this.grid = grid;
  }

  static boolean prints(int task) {
    return task % 2 == 0;
  }

  void deal(Deal deal) {
    for (final TaskTry task : deal.getTasksList()) {
      if (known.add(task)) {
        waiting.add(task);
      }
    }
  }

  int waiting() {
    return waiting.size();
  }

  /** Those that it runs come to their ends, and are told of together. */
  void run() {
    final List<TaskEnded> ends = new ArrayList<>();
    for (int slot = 0; slot < SLOTS && !waiting.isEmpty(); slot++) {
      final TaskTry task = waiting.remove();
      final int exitCode = grid.exitCode(task.getTask());
      if (prints(task.getTask())) {
        worker.node.written.add(worker.id() + "/" + task.getTask());
      }
      ends.add(
          TaskEnded.newBuilder()
              .setTask(task)
              .setExitCode(exitCode)
              .setError(exitCode == 0 ? "" : "exit code " + exitCode)
              .setHasOutputs(prints(task.getTask()))
              .setRunMicros(RUN_MICROS)
              .setRunsOn(grid.runsOn(task.getTask()))
              .build());
    }
    if (ends.size() == 1) {
      worker.say(WorkerReport.newBuilder().setTaskEnded(ends.getFirst()));
    } else if (!ends.isEmpty()) {
      worker.say(
          WorkerReport.newBuilder().setTasksEnded(TasksEnded.newBuilder().addAllTasks(ends)));
    }
  }
}
