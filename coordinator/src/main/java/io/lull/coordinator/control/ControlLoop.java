package io.lull.coordinator.control;

import io.lull.coordinator.core.control.Announcements;
import io.lull.coordinator.core.control.ControlAccess;
import io.lull.coordinator.core.control.ControlEvent;
import io.lull.coordinator.core.control.ControlObserver;
import io.lull.coordinator.core.control.ControlRound;
import io.lull.coordinator.core.control.GridControl;
import io.lull.coordinator.core.control.GridTerms;
import io.lull.coordinator.core.control.RefusedException;
import io.lull.coordinator.core.control.StepDown;
import io.lull.coordinator.core.control.ZonedNodeHistory;
import io.lull.coordinator.core.leadership.LeaderLease;
import io.lull.coordinator.core.store.RecordMaps;
import io.lull.coordinator.core.store.StoreException;
import io.lull.coordinator.metrics.ControlMetrics;
import io.lull.coordinator.session.GrpcNodeSession;
import io.lull.coordinator.session.SessionListener;
import io.lull.protocol.time.Clock;
import io.lull.protocol.wire.AgentReport;
import io.lull.protocol.wire.Hello;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that runs the rounds, and its bounded inbox. */
public final class ControlLoop implements SessionListener, ControlAccess, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControlLoop.class);

  private static final int MAX_INBOX = 10_000;
  private static final int MAX_BATCH = 1_000;
  private static final Duration INBOX_PATIENCE = Duration.ofSeconds(10);
  private static final Duration ANSWER_PATIENCE = Duration.ofSeconds(20);

  /**
   * A store that has refused a round, or not answered, for so long is named to those who wait for
   * an answer.
   */
  private static final Duration STORE_PATIENCE = Duration.ofSeconds(2);

  /** How often a caller who waits looks whether the store is the reason. */
  private static final Duration STORE_LOOK = Duration.ofMillis(250);

  private static final Duration STOP_PATIENCE = Duration.ofSeconds(10);

  private final StoreWatch store;
  private final ControlRound round;
  private final Clock clock;
  private final ControlMetrics metrics;
  private final BlockingQueue<Waiting> inbox = new ArrayBlockingQueue<>(MAX_INBOX);
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final CompletableFuture<StepDown> failure = new CompletableFuture<>();
  private final Thread thread;

  /** Null while the store takes what it is given. */
  private volatile @Nullable Trouble trouble;

  /** Why the store refuses the round under way, and since when. */
  private record Trouble(String why, long sinceNanos) {}

  /** One event in the inbox, and since when. */
  private record Waiting(ControlEvent event, Runnable leaves, long sinceNanos) {}

  /** Passes the answer to the thread that waits for it. */
  private record Answer<T>(CompletableFuture<T> value) implements ControlEvent.Reply<T> {
    @Override
    public void answer(T answered) {
      value.complete(answered);
    }

    @Override
    public void fail(RuntimeException why) {
      value.completeExceptionally(why);
    }
  }

  /**
   * @param lease under which it leads
   * @param announcements receives what changed, once that is durable
   */
  public ControlLoop(
      RecordMaps maps,
      ZonedNodeHistory past,
      GridTerms terms,
      Clock clock,
      LeaderLease lease,
      ControlMetrics metrics,
      Announcements announcements) {
    final ControlObserver observer = new LoggingObserver(metrics);
    this.store = new StoreWatch(clock);
    final LeaderLease watched = store.over(lease);
    this.round =
        new ControlRound(
            GridControl.open(
                store.over(maps), past, terms, watched, announcements::hasRoom, clock, observer),
            watched,
            announcements,
            clock,
            observer);
    this.clock = clock;
    this.metrics = metrics;
    this.thread = Thread.ofPlatform().name("lull-control").unstarted(this::run);
  }

  public void start() {
    round.begin();
    thread.start();
  }

  /** How many events wait to be taken. */
  public int waiting() {
    return inbox.size();
  }

  /** Completes when the loop had to give up: the coordinator cannot go on. */
  public CompletableFuture<StepDown> failure() {
    return failure;
  }

  @Override
  public <T> T ask(Function<GridControl, T> request) {
    final CompletableFuture<T> answer = new CompletableFuture<>();
    final ControlEvent question = new ControlEvent.Asked<>(request, new Answer<>(answer));
    if (stopping.getCount() == 0 || !inbox.offer(new Waiting(question, () -> {}, clock.nanos()))) {
      throw busy();
    }
    final long asked = clock.nanos();
    while (true) {
      try {
        return answer.get(STORE_LOOK.toMillis(), TimeUnit.MILLISECONDS);
      } catch (ExecutionException e) {
        if (e.getCause() instanceof RefusedException refused) {
          throw refused;
        }
        throw new IllegalStateException(e);
      } catch (TimeoutException e) {
        refuseIfStoreIsAway();
        if (clock.nanos() - asked >= ANSWER_PATIENCE.toNanos()) {
          throw busy();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new RefusedException(RefusedException.Kind.BUSY, "the coordinator is stopping");
      }
    }
  }

  private void refuseIfStoreIsAway() {
    final Trouble present = trouble;
    if (present != null && clock.nanos() - present.sinceNanos() >= STORE_PATIENCE.toNanos()) {
      throw storeIsAway(present.why());
    }
    final Duration unanswered = store.unanswered();
    if (unanswered.compareTo(STORE_PATIENCE) >= 0) {
      throw storeIsAway("it has not answered for " + unanswered.toSeconds() + " s");
    }
  }

  private static RefusedException storeIsAway(String why) {
    return new RefusedException(
        RefusedException.Kind.BUSY,
        "the coordinator waits for its store (" + why + "): try again in a moment");
  }

  private static RefusedException busy() {
    return new RefusedException(
        RefusedException.Kind.BUSY, "the coordinator is too busy: try again in a moment");
  }

  @Override
  public boolean connected(GrpcNodeSession session, Hello hello) {
    return put(new ControlEvent.Connected(session, hello), () -> {});
  }

  @Override
  public boolean reported(GrpcNodeSession session, AgentReport report) {
    return queue(session, report, new ControlEvent.Reported(session, report));
  }

  @Override
  public boolean refreshed(GrpcNodeSession session, AgentReport report, String key) {
    return queue(session, report, new ControlEvent.Refreshed(session, key));
  }

  @Override
  public void disconnected(GrpcNodeSession session) {
    put(new ControlEvent.Disconnected(session), () -> {});
  }

  /** Takes what waits, stores it, and ends the thread. */
  @Override
  public void close() {
    stopping.countDown();
    try {
      thread.join(STOP_PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The report keeps its place among its agent's until a round takes it. */
  private boolean queue(GrpcNodeSession session, AgentReport report, ControlEvent event) {
    try {
      if (!session.queues(report, INBOX_PATIENCE)) {
        return false;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    final boolean queued = put(event, () -> session.queuedNoMore(report));
    if (!queued) {
      session.queuedNoMore(report);
    }
    return queued;
  }

  private boolean put(ControlEvent event, Runnable leaves) {
    try {
      return stopping.getCount() > 0
          && inbox.offer(
              new Waiting(event, leaves, clock.nanos()),
              INBOX_PATIENCE.toMillis(),
              TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void run() {
    try {
      while (stopping.getCount() > 0) {
        final List<ControlEvent> batch = take(Math.max(0, round.dueNanos() - clock.nanos()));
        final long begun = clock.nanos();
        if (finish(round.run(batch)) instanceof ControlRound.Outcome.Stop stop) {
          failure.complete(stop.halt());
          return;
        }
        metrics.roundEnded(Duration.ofNanos(clock.nanos() - begun));
        if (metrics.countsDue()) {
          metrics.counted(round.grid().counts());
        }
      }
      round.end();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (StoreException e) {
      LOG.error("Cannot store the grid's state before stopping", e);
      failure.complete(new StepDown(StepDown.Cause.STORE, String.valueOf(e.getMessage())));
    } catch (RuntimeException | Error e) {
      LOG.error("The control loop failed", e);
      failure.complete(new StepDown(StepDown.Cause.DEFECT, "the control loop failed: " + e));
    } finally {
      stopping.countDown();
      dropRest();
    }
  }

  private List<ControlEvent> take(long waitNanos) throws InterruptedException {
    final Waiting first = inbox.poll(waitNanos, TimeUnit.NANOSECONDS);
    if (first == null) {
      return List.of();
    }
    final List<Waiting> taken = new ArrayList<>(List.of(first));
    inbox.drainTo(taken, MAX_BATCH - 1);
    final long now = clock.nanos();
    final List<ControlEvent> batch = new ArrayList<>(taken.size());
    for (final Waiting each : taken) {
      metrics.took(Duration.ofNanos(now - each.sinceNanos()));
      each.leaves().run();
      batch.add(each.event());
    }
    return batch;
  }

  /** Waits for a store that does not answer, unless the loop is to stop meanwhile. */
  private ControlRound.Outcome finish(ControlRound.Outcome begun) throws InterruptedException {
    ControlRound.Outcome outcome = begun;
    while (outcome instanceof ControlRound.Outcome.Retry retry) {
      LOG.error("Cannot store the grid's state yet: {}", retry.why());
      final Trouble before = trouble;
      trouble = new Trouble(retry.why(), before == null ? clock.nanos() : before.sinceNanos());
      final boolean stopped = stopping.await(retry.after().toMillis(), TimeUnit.MILLISECONDS);
      outcome = round.resume();
      if (stopped && outcome instanceof ControlRound.Outcome.Retry again) {
        throw new StoreException(again.why());
      }
    }
    trouble = null;
    if (outcome instanceof ControlRound.Outcome.Stop stop) {
      if (stop.halt().cause() == StepDown.Cause.DEPOSED) {
        LOG.warn("Stepping down: {}", stop.halt().why());
      } else {
        LOG.error("Cannot store the grid's state", stop.cause());
      }
    }
    return outcome;
  }

  private void dropRest() {
    final List<Waiting> left = new ArrayList<>();
    inbox.drainTo(left);
    for (final Waiting each : left) {
      each.leaves().run();
      if (each.event() instanceof ControlEvent.Asked<?> asked) {
        asked.reply().fail(busy());
      }
    }
  }
}
