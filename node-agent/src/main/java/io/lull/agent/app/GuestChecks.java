package io.lull.agent.app;

import io.lull.agent.worker.WorkerTable;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks the guests' use of memory and their limits regularly while any guest runs. */
final class GuestChecks {
  private static final Logger LOG = LoggerFactory.getLogger(GuestChecks.class);
  private static final Duration EVERY = Duration.ofSeconds(2);

  private final WorkerTable workers;
  private final ScheduledExecutorService scheduler;
  private final AtomicBoolean going = new AtomicBoolean();

  GuestChecks(WorkerTable workers, ScheduledExecutorService scheduler) {
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
      workers.check();
    } catch (RuntimeException e) {
      LOG.error("cannot check the guests' use of memory", e);
    }
    going.set(false);
    if (!workers.running().isEmpty()) {
      begin();
    }
  }
}
