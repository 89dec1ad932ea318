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
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/** The tasks of a worker of a bag: each takes a moment; every other one prints something. */
final class TasksModel {
  static final int SLOTS = 2;
  private static final long RUN_MICROS = 50_000;

  private final IntUnaryOperator exitCodes;
  private final IntPredicate runsOn;
  private final IntConsumer wrote;
  private final Consumer<WorkerReport.Builder> says;
  private final Deque<TaskTry> waiting = new ArrayDeque<>();
  private final Set<TaskTry> known = new HashSet<>();

  /**
   * @param exitCodes of each task's command
   * @param runsOn which tasks have had their time, and do not end
   * @param wrote is told which tasks have written something to the node's disk
   */
  TasksModel(
      IntUnaryOperator exitCodes,
      IntPredicate runsOn,
      IntConsumer wrote,
      Consumer<WorkerReport.Builder> says) {
    this.exitCodes = exitCodes;
    this.runsOn = runsOn;
    this.wrote = wrote;
    this.says = says;
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
      final int exitCode = exitCodes.applyAsInt(task.getTask());
      if (prints(task.getTask())) {
        wrote.accept(task.getTask());
      }
      ends.add(
          TaskEnded.newBuilder()
              .setTask(task)
              .setExitCode(exitCode)
              .setError(exitCode == 0 ? "" : "exit code " + exitCode)
              .setHasOutputs(prints(task.getTask()))
              .setRunMicros(RUN_MICROS)
              .setRunsOn(runsOn.test(task.getTask()))
              .build());
    }
    if (ends.size() == 1) {
      says.accept(WorkerReport.newBuilder().setTaskEnded(ends.getFirst()));
    } else if (!ends.isEmpty()) {
      says.accept(
          WorkerReport.newBuilder().setTasksEnded(TasksEnded.newBuilder().addAllTasks(ends)));
    }
  }
}
