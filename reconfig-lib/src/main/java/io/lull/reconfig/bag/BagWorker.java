package io.lull.reconfig.bag;

import io.lull.protocol.time.Clock;
import io.lull.protocol.transport.Frames;
import io.lull.protocol.wire.Bag;
import io.lull.protocol.wire.Deal;
import io.lull.protocol.wire.Failed;
import io.lull.protocol.wire.Ready;
import io.lull.protocol.wire.TaskEnded;
import io.lull.protocol.wire.TaskTry;
import io.lull.protocol.wire.Welcome;
import io.lull.protocol.wire.WorkerOrder;
import io.lull.protocol.wire.WorkerReport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The worker of a bag: runs the tasks that it is dealt, as many at a time as it has processors, and
 * says of each how it ended. It keeps no order between them and knows nothing of other workers.
 */
public final class BagWorker implements AutoCloseable {
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
  BagWorker(TaskRunner runner, int slots, Consumer<WorkerReport.Builder> reports) {
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

  /**
   * Works until the orders end, or one says so.
   *
   * @param startMillis from the process's start to now
   * @return the process's exit code
   */
  public static int run(
      Welcome welcome,
      InputStream orders,
      Consumer<WorkerReport.Builder> reports,
      Clock clock,
      long startMillis)
      throws IOException {
    final int slots = Runtime.getRuntime().availableProcessors();
    final TaskFolder folder = TaskFolder.open(Path.of(welcome.getWorkDirectory()));
    final TaskRunner runner;
    try {
      runner = runner(welcome, folder, clock);
    } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
      reports.accept(
          WorkerReport.newBuilder()
              .setFailed(
                  Failed.newBuilder()
                      .setError(
                          "the tasks' class "
                              + welcome.getMainClass()
                              + " cannot be used ("
                              + e
                              + "): it is to be a public BagTask with a public constructor"
                              + " without parameters")));
      awaitEnd(orders);
      return 1;
    }
    try (BagWorker worker = new BagWorker(runner, slots, reports)) {
      reports.accept(
          WorkerReport.newBuilder()
              .setReady(
                  Ready.newBuilder()
                      .setHost(welcome.getListenHost())
                      .setStartMillis(startMillis)
                      .setSlots(slots)));
      @Nullable WorkerOrder order = Frames.read(orders, WorkerOrder.parser());
      while (order != null && !order.hasEnd()) {
        if (order.hasDeal()) {
          worker.deal(order.getDeal());
        }
        order = Frames.read(orders, WorkerOrder.parser());
      }
    }
    return 0;
  }

  private static TaskRunner runner(Welcome welcome, TaskFolder folder, Clock clock)
      throws IOException, ReflectiveOperationException {
    final Bag bag = welcome.getBag();
    return bag.getCommandCount() > 0
        ? new CommandRunner(welcome, TaskCommand.of(bag, folder), folder, clock)
        : new ClassRunner(
            welcome,
            TaskClass.of(welcome.getMainClass()),
            TaskCommand.lines(bag, folder),
            folder,
            clock);
  }

  private static void awaitEnd(InputStream orders) throws IOException {
    @Nullable WorkerOrder order = Frames.read(orders, WorkerOrder.parser());
    while (order != null && !order.hasEnd()) {
      order = Frames.read(orders, WorkerOrder.parser());
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
