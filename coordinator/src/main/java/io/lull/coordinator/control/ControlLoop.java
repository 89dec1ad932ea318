package io.lull.coordinator.control;

import io.lull.coordinator.leadership.Mandate;
import io.lull.coordinator.notice.NoticeBoard;
import io.lull.coordinator.session.NodeLink;
import io.lull.coordinator.session.SessionListener;
import io.lull.coordinator.store.JobStore;
import io.lull.coordinator.store.LogTailStore;
import io.lull.coordinator.store.NameStore;
import io.lull.coordinator.store.NodeStore;
import io.lull.coordinator.store.NoticeStore;
import io.lull.coordinator.store.Shelves;
import io.lull.coordinator.store.StoreException;
import io.lull.coordinator.store.UsageStore;
import io.lull.coordinator.vitals.ControlVitals;
import io.lull.protocol.log.LogContext;
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
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that owns nodes and jobs, and its bounded inbox. */
public final class ControlLoop implements SessionListener, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControlLoop.class);

  private static final int MAX_INBOX = 10_000;
  private static final int MAX_BATCH = 1_000;
  private static final Duration INBOX_PATIENCE = Duration.ofSeconds(10);

  /**
   * A store that refuses (a full disk, say) is tried again so often before the coordinator stops.
   */
  private static final int STORE_TRIES = 10;

  private static final Duration STORE_RETRY = Duration.ofSeconds(1);
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(10);

  private final GridControl control;
  private final Mandate mandate;
  private final Clock clock;
  private final Audience audience;
  private final ControlVitals vitals;
  private final BlockingQueue<Waiting> inbox = new ArrayBlockingQueue<>(MAX_INBOX);
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final CompletableFuture<Halt> failure = new CompletableFuture<>();
  private final List<Runnable> afterRound = new ArrayList<>();
  private final Thread thread;

  /** One thing for the loop's thread to take. */
  private interface Happening {
    void happen();

    /** Instead, when the loop stops before. */
    default void drop() {}
  }

  /** A report, which keeps its place in its agent's line until it is taken. */
  private record Word(NodeLink link, AgentReport report, Runnable taking) implements Happening {
    @Override
    public void happen() {
      link.queuedNoMore(report);
      LogContext.ofNode(link.node(), taking);
    }

    @Override
    public void drop() {
      link.queuedNoMore(report);
    }
  }

  /** One thing in the inbox, and since when. */
  private record Waiting(Happening happening, long sinceNanos) {}

  /** Somebody who waits for an answer. */
  private final class Question<T> implements Happening {
    private final Function<GridControl, T> request;
    private final CompletableFuture<T> answer = new CompletableFuture<>();

    Question(Function<GridControl, T> request) {
      this.request = request;
    }

    @Override
    public void happen() {
      try {
        final T value = request.apply(control);
        afterRound.add(() -> answer.complete(value));
      } catch (RefusedException e) {
        answer.completeExceptionally(e);
      } catch (RuntimeException e) {
        answer.completeExceptionally(e);
        throw e;
      }
    }

    @Override
    public void drop() {
      answer.completeExceptionally(
          new RefusedException(
              RefusedException.Kind.BUSY, "the coordinator is too busy: try again in a moment"));
    }
  }

  /**
   * @param mandate under which it leads
   * @param audience hears of what changed, once that is durable
   */
  public ControlLoop(
      Shelves shelves,
      Past past,
      GridTerms terms,
      Clock clock,
      Mandate mandate,
      ControlVitals vitals,
      Audience audience) {
    final Outbox outbox = new Outbox();
    this.control =
        new GridControl(
            new NodeTable(
                new NodeStore(shelves),
                new NameStore(shelves),
                past.history(),
                new HabitBook(past.history(), past.zone(), clock),
                shelves.sessions(),
                clock,
                vitals),
            new JobTable(
                new JobStore(shelves),
                terms.keys(),
                new NoticeBoard(new NoticeStore(shelves), audience.courier()::hasRoom, clock),
                outbox,
                clock,
                vitals),
            new UsageBook(new UsageStore(shelves), terms.sharing(), clock),
            outbox,
            new LogTailStore(shelves),
            clock,
            new GridControl.Terms(mandate.fence(), mandate.contested()));
    this.mandate = mandate;
    this.clock = clock;
    this.vitals = vitals;
    this.audience = audience;
    this.thread = Thread.ofPlatform().name("lull-control").unstarted(this::run);
  }

  public void start() {
    control.relearn();
    thread.start();
  }

  /** How many things that have happened wait to be taken. */
  public int waiting() {
    return inbox.size();
  }

  /** Completes when the loop had to give up: the coordinator cannot go on. */
  public CompletableFuture<Halt> failure() {
    return failure;
  }

  /**
   * Has something looked up or done by the loop's thread; the answer comes when all it did is
   * durable.
   */
  <T> CompletableFuture<T> ask(Function<GridControl, T> request) {
    final Question<T> question = new Question<>(request);
    if (stopping.getCount() == 0 || !inbox.offer(new Waiting(question, clock.nanos()))) {
      question.drop();
    }
    return question.answer;
  }

  @Override
  public boolean connected(NodeLink link, Hello hello) {
    return put(link, () -> control.connected(link, hello));
  }

  @Override
  public boolean reported(NodeLink link, AgentReport report) {
    return queue(link, report, () -> control.reported(link, report));
  }

  @Override
  public boolean refreshed(NodeLink link, AgentReport report, String key) {
    return queue(link, report, () -> control.refreshed(link, key));
  }

  @Override
  public void disconnected(NodeLink link) {
    put(link, () -> control.disconnected(link));
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

  private boolean queue(NodeLink link, AgentReport report, Runnable taking) {
    try {
      if (!link.queues(report, INBOX_PATIENCE)) {
        return false;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    final boolean queued = put(new Word(link, report, taking));
    if (!queued) {
      link.queuedNoMore(report);
    }
    return queued;
  }

  private boolean put(NodeLink link, Runnable words) {
    return put(() -> LogContext.ofNode(link.node(), words));
  }

  private boolean put(Happening heard) {
    try {
      return stopping.getCount() > 0
          && inbox.offer(
              new Waiting(heard, clock.nanos()), INBOX_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void run() {
    try {
      long nextTick = clock.nanos();
      while (stopping.getCount() > 0) {
        final long now = clock.nanos();
        final List<Waiting> batch =
            take(control.pace().restNanos(now, Math.max(0, nextTick - now)));
        final long begun = clock.nanos();
        for (final Waiting each : batch) {
          vitals.took(Duration.ofNanos(begun - each.sinceNanos()));
          happen(each.happening());
        }
        if (clock.nanos() - nextTick >= 0) {
          nextTick = clock.nanos() + Timings.TICK.toNanos();
          control.tick();
        }
        finishRound();
        control.pace().takeTime().ifPresent(vitals::planned);
        vitals.roundEnded(Duration.ofNanos(clock.nanos() - begun));
        if (vitals.censusDue()) {
          vitals.counted(Counting.census(control.nodes(), control.jobs()));
        }
      }
      control.storeEverything();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (StoreException e) {
      final Halt.Cause cause = isDeposed() ? Halt.Cause.DEPOSED : Halt.Cause.STORE;
      if (cause == Halt.Cause.DEPOSED) {
        LOG.warn("it stops: {}", e.getMessage());
      } else {
        LOG.error("state cannot be kept", e);
      }
      failure.complete(new Halt(cause, String.valueOf(e.getMessage())));
    } catch (RuntimeException | Error e) {
      LOG.error("the control loop failed", e);
      failure.complete(new Halt(Halt.Cause.DEFECT, "the control loop failed: " + e));
    } finally {
      stopping.countDown();
      dropRest();
    }
  }

  private List<Waiting> take(long waitNanos) throws InterruptedException {
    final List<Waiting> batch = new ArrayList<>();
    final Waiting first = inbox.poll(waitNanos, TimeUnit.NANOSECONDS);
    if (first != null) {
      batch.add(first);
      inbox.drainTo(batch, MAX_BATCH - 1);
    }
    return batch;
  }

  private void happen(Happening happening) {
    try {
      happening.happen();
    } catch (StoreException e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.error("something that happened could not be taken", e);
    }
  }

  /** No order and no answer leaves before the stores have what it rests on. */
  private void finishRound() throws InterruptedException {
    settle();
    if (!attempt(mandate::holds)) {
      throw new StoreException("another coordinator leads now: this one stops");
    }
    control.release();
    control.jobs().takeChanged().forEach(audience.watches());
    control.jobs().notices().takeStored().forEach(audience.courier()::take);
    afterRound.forEach(Runnable::run);
    afterRound.clear();
  }

  private void settle() throws InterruptedException {
    try {
      control.settle();
      return;
    } catch (StoreException e) {
      if (isDeposed()) {
        throw e;
      }
      LOG.error("state cannot be kept yet: {}", e.getMessage());
    }
    stopping.await(STORE_RETRY.toMillis(), TimeUnit.MILLISECONDS);
    attempt(() -> {
      control.store();
      return true;
    });
  }

  /** Asks the store again and again when it does not answer, but not for ever. */
  private <T> T attempt(Supplier<T> work) throws InterruptedException {
    for (int i = 1; ; i++) {
      try {
        return work.get();
      } catch (StoreException e) {
        if (i == STORE_TRIES || stopping.getCount() == 0 || isDeposed()) {
          throw e;
        }
        LOG.error("the store does not answer yet: {}", e.getMessage());
      }
      stopping.await(STORE_RETRY.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /** Whether another leads, as far as can be known. */
  private boolean isDeposed() {
    try {
      return !mandate.holds();
    } catch (StoreException e) {
      return false;
    }
  }

  private void dropRest() {
    final List<Waiting> left = new ArrayList<>();
    inbox.drainTo(left);
    left.forEach(each -> each.happening().drop());
  }
}
