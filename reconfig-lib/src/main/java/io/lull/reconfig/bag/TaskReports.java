package io.lull.reconfig.bag;

import io.lull.protocol.wire.TaskEnded;
import io.lull.protocol.wire.TasksEnded;
import io.lull.protocol.wire.WorkerReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Says of tasks how they ended: of those that end at nearly the same time in one report, as a
 * report costs the agent and the coordinator more than a short task costs the worker.
 */
final class TaskReports implements AutoCloseable {
  /** In one report. */
  static final int MOST = 256;

  /** So long one that ended waits for others, while the worker has tasks to begin. */
  static final Duration PATIENCE = Duration.ofMillis(2);

  private final Consumer<WorkerReport.Builder> reports;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition change = lock.newCondition();
  private final List<TaskEnded> ended = new ArrayList<>();
  private final Thread thread;
  private boolean due;
  private boolean closed;

  /**
   * @param reports called by one thread at a time
   */
  TaskReports(Consumer<WorkerReport.Builder> reports) {
    this.reports = reports;
    this.thread = Thread.ofPlatform().daemon().name("reports").start(this::run);
  }

  /**
   * @param urgent the worker has nothing to begin: it waits for more
   */
  void add(TaskEnded end, boolean urgent) {
    lock.lock();
    try {
      if (closed) {
        return;
      }
      final boolean first = ended.isEmpty();
      ended.add(end);
      due |= urgent || ended.size() >= MOST;
      if (first || due) {
        change.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    try {
      for (List<TaskEnded> next = next(); !next.isEmpty(); next = next()) {
        reports.accept(
            next.size() == 1
                ? WorkerReport.newBuilder().setTaskEnded(next.getFirst())
                : WorkerReport.newBuilder()
                    .setTasksEnded(TasksEnded.newBuilder().addAllTasks(next)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Those of the next report; none when there will be no more. */
  private List<TaskEnded> next() throws InterruptedException {
    lock.lock();
    try {
      while (ended.isEmpty() && !closed) {
        change.await();
      }
      long left = PATIENCE.toNanos();
      while (!due && !closed && left > 0) {
        left = change.awaitNanos(left);
      }
      final List<TaskEnded> first = ended.subList(0, Math.min(MOST, ended.size()));
      final List<TaskEnded> next = List.copyOf(first);
      first.clear();
      due = ended.size() >= MOST;
      return next;
    } finally {
      lock.unlock();
    }
  }

  /** What ended before is said; what ends later is not. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      change.signal();
    } finally {
      lock.unlock();
    }
    try {
      thread.join(TaskRunner.ENDS_WITHIN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
