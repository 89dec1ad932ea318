package io.lull.reconfig.bag;

import io.lull.protocol.wire.Deal;
import io.lull.protocol.wire.Ready;
import io.lull.protocol.wire.TaskEnded;
import io.lull.protocol.wire.TaskTry;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import io.lull.reconfig.model.IndependentModel;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A bag of tasks: a worker runs those that it is dealt, as many at a time as it has processors, and
 * says of each how it ended. It keeps no order between them and knows nothing of other workers.
 */
public final class BagModel implements IndependentModel {
  /** What a worker is dealt at most without having said how it ended. */
  public static final int MAX_DEALT = 1024;

  private final TaskRunner runner;
  private final TaskReports reports;
  private final ThreadPoolExecutor slots;

  /** A deal that comes again, after a reconnection, runs nothing twice. */
  private final Set<TaskTry> known = new HashSet<>();

  /**
   * @param slots how many tasks it runs at a time
   * @param reports called by one thread at a time, from when it was dealt tasks
   */
  BagModel(TaskRunner runner, int slots, Consumer<WorkerReport.Builder> reports) {
    this.runner = runner;
    this.reports = new TaskReports(reports);
    this.slots =
        new ThreadPoolExecutor(
            slots,
            slots,
            0,
            TimeUnit.MILLISECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("task ", 0).factory());
  }

  @Override
  public void ready(Ready.Builder report) {
    report.setSlots(slots.getMaximumPoolSize());
  }

  @Override
  public void order(WorkerOrder order) throws IOException {
    if (order.hasDeal()) {
      deal(order.getDeal());
    }
  }

  /**
   * @throws IOException when it is dealt more than it is ever to have
   */
  void deal(Deal deal) throws IOException {
    if (deal.getTasksCount() > MAX_DEALT) {
      throw new IOException("dealt " + deal.getTasksCount() + " tasks at once");
    }
    for (final TaskTry task : deal.getTasksList()) {
      if (known.add(task)) {
        try {
          slots.execute(() -> runner.run(task, this::ended));
        } catch (RejectedExecutionException e) {
          return; // it ends
        }
      }
    }
  }

  private void ended(TaskEnded end) {
    reports.add(end, slots.getQueue().isEmpty());
  }

  /** Ends what still runs; nothing of it is reported. */
  @Override
  public void close() {
    reports.close();
    runner.endAll();
    slots.shutdownNow();
    try {
      if (!slots.awaitTermination(TaskRunner.ENDS_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
        System.err.println("a task does not end: its agent will see to it");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
