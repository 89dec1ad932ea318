package io.lull.bench.message;

import io.lull.protocol.time.SystemClock;
import io.lull.reconfig.comm.PeerSecurity;
import io.lull.reconfig.state.UnitTransfers;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/** One task that goes to and fro between two workers of this process, over a real connection. */
public final class TaskMove implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 120;

  private final TaskWorker first;
  private final TaskWorker second;
  private final SynchronousQueue<Long> arrivals = new SynchronousQueue<>();

  private TaskMove(PeerSecurity security) throws IOException {
    first = worker("w1", security);
    second = worker("w2", security);
  }

  private TaskWorker worker(String name, PeerSecurity security) throws IOException {
    return new TaskWorker(name, 1, security, List.of(), this::noted, () -> {}, System.err::println);
  }

  /**
   * Ready to move.
   *
   * @param bytes that the task takes along
   */
  public static TaskMove start(long bytes, PeerSecurity security)
      throws IOException, InterruptedException {
    HeavyTask.allEnd(false);
    final TaskMove move = new TaskMove(security);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      final Future<Boolean> other =
          threads.submit(() -> {
            move.enter(move.second, move.first, bytes);
            return true;
          });
      move.enter(move.first, move.second, bytes);
      final boolean _ = other.get();
      return move;
    } catch (ExecutionException e) {
      move.close();
      throw new IOException("the workers could not meet: " + e.getCause(), e);
    }
  }

  private void enter(TaskWorker worker, TaskWorker other, long bytes)
      throws IOException, InterruptedException {
    worker.enter(
        Map.of(other.name(), other.address()), Map.of(0L, first.name()), _ -> new HeavyTask(bytes));
  }

  /** From the order until the task runs on the other worker, in milliseconds. */
  public double millis() throws IOException, InterruptedException {
    final TaskWorker from = first.tasksHere().isEmpty() ? second : first;
    final TaskWorker to = from == first ? second : first;
    final long begun = SystemClock.INSTANCE.nanos();
    from.host().move(Map.of(0L, to.name()));
    final Long arrived = arrivals.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (arrived == null) {
      throw new IOException("the task did not move in " + PATIENCE_SECONDS + " s");
    }
    return (arrived - begun) / 1e6;
  }

  @Override
  public void close() {
    HeavyTask.allEnd(true);
    first.close();
    second.close();
  }

  /** Tells when a task has gone. */
  private UnitTransfers noted(UnitTransfers transfers) {
    return new WatchedTransfers(
        transfers,
        new WatchedTransfers.Watcher() {
          @Override
          public void begun(String unit) {}

          @Override
          public void ended(String unit, boolean moved) {
            if (moved) {
              final long now = SystemClock.INSTANCE.nanos();
              Thread.ofVirtual().start(() -> tell(now));
            }
          }
        });
  }

  private void tell(long nanos) {
    try {
      arrivals.put(nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
