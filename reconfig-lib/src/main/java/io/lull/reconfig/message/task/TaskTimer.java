package io.lull.reconfig.message.task;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** What a worker does for its tasks regularly, or later, on a thread of its own. Any thread. */
final class TaskTimer implements AutoCloseable {
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("task tick").factory());
  private final Consumer<RuntimeException> failed;

  /**
   * @param failed takes what would end all later calls
   */
  TaskTimer(Consumer<RuntimeException> failed) {
    this.failed = failed;
  }

  void every(Duration interval, Runnable what) {
    final Future<?> _ =
        thread.scheduleWithFixedDelay(
            () -> run(what), interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Once; not any more when this worker ends. */
  void after(Duration delay, Runnable what) {
    try {
      final Future<?> _ = thread.schedule(() -> run(what), delay.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // This worker ends.
    }
  }

  private void run(Runnable what) {
    try {
      what.run();
    } catch (RuntimeException e) {
      failed.accept(e);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
