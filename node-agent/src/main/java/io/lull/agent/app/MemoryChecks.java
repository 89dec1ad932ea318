package io.lull.agent.app;

import io.lull.agent.worker.WorkerTable;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks now and then at what memory guests take, as long as there are any. */
final class MemoryChecks {
  private static final Logger LOG = LoggerFactory.getLogger(MemoryChecks.class);
  private static final Duration EVERY = Duration.ofSeconds(2);

  private final WorkerTable workers;
  private final ScheduledExecutorService scheduler;
  private final AtomicBoolean going = new AtomicBoolean();

  MemoryChecks(WorkerTable workers, ScheduledExecutorService scheduler) {
    this.workers = workers;
    this.scheduler = scheduler;
  }

  /** A worker was started. */
  void begin() {
    if (!going.getAndSet(true)) {
      next();
    }
  }

  private void next() {
    try {
      final var _ = scheduler.schedule(this::check, EVERY.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("the agent ends");
    }
  }

  private void check() {
    try {
      workers.checkMemory();
    } catch (RuntimeException e) {
      LOG.error("the memory of guests could not be looked at", e);
    }
    going.set(false);
    if (!workers.running().isEmpty()) {
      begin();
    }
  }
}
