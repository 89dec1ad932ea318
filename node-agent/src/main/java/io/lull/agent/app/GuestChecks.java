package io.lull.agent.app;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks the guests' use of memory and their limits regularly while any guest runs. */
final class GuestChecks {
  private static final Logger LOG = LoggerFactory.getLogger(GuestChecks.class);
  private static final Duration EVERY = Duration.ofSeconds(2);

  private final Runnable check;
  private final BooleanSupplier anyRuns;
  private final ScheduledExecutorService scheduler;
  private final AtomicBoolean going = new AtomicBoolean();

  /**
   * @param anyRuns whether there are guests to check
   */
  GuestChecks(Runnable check, BooleanSupplier anyRuns, ScheduledExecutorService scheduler) {
    this.check = check;
    this.anyRuns = anyRuns;
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
      check.run();
    } catch (RuntimeException e) {
      LOG.error("cannot check the guests' use of memory", e);
    }
    going.set(false);
    if (anyRuns.getAsBoolean()) {
      begin();
    }
  }
}
