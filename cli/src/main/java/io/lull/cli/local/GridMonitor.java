package io.lull.cli.local;

import io.lull.client.ClientFailure;
import io.lull.client.grid.GridClient;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Polls the grid several times a second, shows its state, and lets a scenario wait for it. */
public final class GridMonitor implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofMillis(200);

  /** A coordinator on this computer that is silent for this long has ended. */
  private static final Duration BLINDEST = Duration.ofSeconds(15);

  private final GridClient grid;
  private final GridReporter narrator;
  private final Clock clock;
  private final ScheduledExecutorService eyes =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("local-grid-watch").factory());

  // Guarded by this.
  private GridSnapshot sight = GridSnapshot.NOTHING;
  private @Nullable String job;
  private long seenAt;
  private @Nullable String broken;

  public GridMonitor(GridClient grid, GridReporter narrator, Clock clock) {
    this.grid = grid;
    this.narrator = narrator;
    this.clock = clock;
    this.seenAt = clock.nanos();
  }

  public void start() {
    final ScheduledFuture<?> _ =
        eyes.scheduleWithFixedDelay(this::look, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
  }

  public synchronized void follow(String id) {
    job = id;
    sight = new GridSnapshot(sight.nodes(), null);
  }

  private void look() {
    final String followed;
    synchronized (this) {
      followed = job;
    }
    try {
      final GridSnapshot seen =
          new GridSnapshot(grid.nodes(), followed == null ? null : grid.job(followed));
      synchronized (this) {
        if (!Objects.equals(followed, job)) {
          return;
        }
        sight = seen;
        seenAt = clock.nanos();
        notifyAll();
      }
      narrator.show(seen);
    } catch (ClientFailure e) {
      synchronized (this) {
        if (clock.nanos() - seenAt > BLINDEST.toNanos()) {
          broken = e.line();
          notifyAll();
        }
      }
    } catch (RuntimeException e) {
      // An exception would silently end the polling.
      synchronized (this) {
        broken = "internal error: " + e;
        notifyAll();
      }
    }
  }

  public synchronized GridSnapshot sight() {
    return sight;
  }

  /**
   * Waits until the condition holds; checks it at every poll.
   *
   * @param what comes after "waited 30 s for" in the failure's line
   * @throws LocalGridFailure if the deadline passes, or the job ends before the condition holds
   */
  public synchronized GridSnapshot await(
      String what, Duration deadline, Predicate<GridSnapshot> condition)
      throws LocalGridFailure, InterruptedException {
    final long end = clock.nanos() + deadline.toNanos();
    while (!condition.test(sight)) {
      if (broken != null) {
        throw new LocalGridFailure(broken);
      }
      if (sight.jobEnded()) {
        throw new LocalGridFailure(ended(what));
      }
      final long left = TimeUnit.NANOSECONDS.toMillis(end - clock.nanos());
      if (left <= 0) {
        throw new LocalGridFailure(
            "waited " + deadline.toSeconds() + " s, without success, for " + what);
      }
      wait(Math.min(left, BLINDEST.toMillis()));
    }
    return sight;
  }

  /** Waits until the job has ended in any way. */
  public void awaitEnd(Duration limit) throws LocalGridFailure, InterruptedException {
    if (!endsWithin(limit)) {
      throw new LocalGridFailure("the job did not end within " + limit.toMinutes() + " min");
    }
  }

  /** Waits this long; true if the job has ended before. */
  public synchronized boolean endsWithin(Duration pause)
      throws LocalGridFailure, InterruptedException {
    final long end = clock.nanos() + pause.toNanos();
    long left = pause.toMillis();
    while (left > 0 && !sight.jobEnded()) {
      if (broken != null) {
        throw new LocalGridFailure(broken);
      }
      wait(left);
      left = TimeUnit.NANOSECONDS.toMillis(end - clock.nanos());
    }
    return sight.jobEnded();
  }

  private String ended(String what) {
    final var last = sight.job();
    final String state = last == null ? "" : last.getState();
    return state.equals("finished")
        ? "the job ended before " + what + ": give it more iterations"
        : "the job is "
            + state
            + (last == null || last.getError().isEmpty() ? "" : ": " + last.getError());
  }

  @Override
  public void close() {
    eyes.shutdownNow();
  }
}
