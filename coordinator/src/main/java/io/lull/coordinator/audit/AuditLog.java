package io.lull.coordinator.audit;

import io.lull.coordinator.core.access.Caller;
import io.lull.coordinator.core.store.AuditTrail;
import io.lull.coordinator.core.store.AuditTrail.Entry;
import io.lull.coordinator.core.store.StoreException;
import io.lull.limits.Rate;
import io.lull.limits.RateLimiter;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the audit log. An action is on disk before its answer is sent; concurrent ones are written
 * in batches. Refused requests may be omitted when they arrive faster than they can be written, so
 * that no caller can fill the disk, or delay others, with them. Any thread.
 */
public final class AuditLog implements AutoCloseable {
  static final Duration KEPT = Duration.ofDays(400);
  static final long MAX_ENTRIES = 1_000_000;
  static final int MAX_ANSWERED = 5_000;

  private static final int MAX_WAITING = 1_000;
  private static final int MAX_BATCH = 500;

  /** Old ones are looked for after so many new ones. */
  private static final int PRUNE_EVERY = 10_000;

  private static final int REFUSALS_AT_ONCE = 100;
  private static final double REFUSALS_PER_SECOND = 1;
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);

  private final AuditTrail trail;
  private final Clock clock;
  private final BlockingQueue<Waiting> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
  private final AtomicLong leftOut = new AtomicLong();
  private final RateLimiter refusals;
  private final Thread thread;
  private volatile boolean stopping;
  private long untilPruned;

  private record Waiting(Entry entry, CompletableFuture<Boolean> written) {}

  /** Wakes the thread up, to end it. */
  private static final Waiting END =
      new Waiting(new Entry(0, "", "", "", "", "", false, ""), new CompletableFuture<>());

  /** What the newest entries are, and whether there are older ones. */
  public record Answer(List<Entry> entries, boolean more) {
    public Answer {
      entries = List.copyOf(entries);
    }
  }

  public AuditLog(AuditTrail trail, Clock clock) {
    this.trail = trail;
    this.clock = clock;
    this.refusals = new RateLimiter(new Rate(REFUSALS_AT_ONCE, REFUSALS_PER_SECOND), clock);
    this.thread = Thread.ofPlatform().name("lull-audit").daemon().unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  /** Returns when it is on disk. */
  public void did(Caller caller, Action action, String subject, String detail) {
    did(caller.name(), caller.role().wire(), caller.host(), action, subject, detail);
  }

  /** The same of one who had no certificate before. */
  public void did(
      String who, String role, String host, Action action, String subject, String detail) {
    final Waiting one =
        new Waiting(
            new Entry(clock.epochMillis(), who, role, host, action.wire(), subject, true, detail),
            new CompletableFuture<>());
    try {
      if (stopping || !waiting.offer(one, PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.error("Cannot write to the audit log: {} of {} by {}", action.wire(), subject, who);
        return;
      }
      one.written().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.error(
          "Cannot write to the audit log: {} of {} by {}: {}",
          action.wire(),
          subject,
          who,
          e.getMessage());
    }
  }

  /** Does not wait. */
  public void refused(Caller caller, Action action, String subject, String why) {
    refused(caller.name(), caller.role().wire(), caller.host(), action, subject, why);
  }

  /** The same of one who has no certificate. */
  public void refused(
      String who, String role, String host, Action action, String subject, String why) {
    final Entry entry =
        new Entry(clock.epochMillis(), who, role, host, action.wire(), subject, false, why);
    if (stopping
        || !refusals.take(1)
        || !waiting.offer(new Waiting(entry, new CompletableFuture<>()))) {
      leftOut.incrementAndGet();
    }
  }

  public Answer since(Duration ago) {
    final List<Entry> entries = trail.since(clock.epochMillis() - ago.toMillis(), MAX_ANSWERED + 1);
    final boolean more = entries.size() > MAX_ANSWERED;
    return new Answer(more ? entries.subList(1, entries.size()) : entries, more);
  }

  /** Writes what waits, and ends. */
  @Override
  public void close() {
    stopping = true;
    try {
      if (!waiting.offer(END, PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.error("Lost {} entries of the audit log", waiting.size());
      }
      thread.join(PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      while (!stopping || !waiting.isEmpty()) {
        final List<Waiting> batch = new ArrayList<>(List.of(waiting.take()));
        waiting.drainTo(batch, MAX_BATCH - 1);
        batch.removeIf(END::equals);
        if (!batch.isEmpty()) {
          write(batch);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void write(List<Waiting> batch) {
    final List<Entry> entries = new ArrayList<>(batch.stream().map(Waiting::entry).toList());
    final long missing = leftOut.getAndSet(0);
    if (missing > 0) {
      entries.add(
          new Entry(
              clock.epochMillis(),
              "coordinator",
              "coordinator",
              "",
              Action.CALL.wire(),
              "",
              false,
              missing + " more refusals came too fast to be written down"));
    }
    try {
      trail.append(entries);
      batch.forEach(one -> one.written().complete(true));
      prune(entries.size());
    } catch (StoreException e) {
      LOG.error("Cannot write to the audit log: {}", e.getMessage());
      batch.forEach(one -> one.written().completeExceptionally(e));
    }
  }

  private void prune(int written) {
    untilPruned -= written;
    if (untilPruned < 0) {
      untilPruned = PRUNE_EVERY;
      trail.drop(clock.epochMillis() - KEPT.toMillis(), MAX_ENTRIES);
    }
  }
}
