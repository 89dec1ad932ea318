package io.lull.coordinator.core.control;

import io.lull.coordinator.core.leadership.LeaderLease;
import io.lull.coordinator.core.store.StoreException;
import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs one control round, in this order: take what happened, tick if one is due, follow the jobs,
 * plan, store, make sure of the lease, let out orders, announce, answer. No order, no notice and no
 * answer leaves before the store has everything that it rests on. Never waits: where the store does
 * not answer, it says when to go on. Used by one thread.
 */
public final class ControlRound {
  /** How often a store that refuses (a full disk, say) is asked again before the leader stops. */
  static final int STORE_RETRIES = 10;

  static final Duration STORE_RETRY = Duration.ofSeconds(1);

  private final GridControl grid;
  private final LeaderLease lease;
  private final Announcements announcements;
  private final Clock clock;
  private final ControlObserver observer;
  private final List<Runnable> answers = new ArrayList<>();
  private long tickNanos;
  private Step step = Step.TAKE;
  private int refusals;

  /** What comes next. */
  private enum Step {
    TAKE,
    STORE,
    LEASE,
    STOPPED
  }

  /** How far a round has come. */
  public sealed interface Outcome {
    /** It is over: everything is durable, and let out. */
    record Done() implements Outcome {}

    /**
     * The store does not take or answer; nothing has left.
     *
     * @param after to be waited before {@link ControlRound#resume}
     * @param why one line for people
     */
    record Retry(Duration after, String why) implements Outcome {}

    /**
     * It cannot go on, and nothing of the round has left: this coordinator leads no more.
     *
     * @param cause for logs
     */
    record Stop(StepDown halt, StoreException cause) implements Outcome {}
  }

  public ControlRound(
      GridControl grid,
      LeaderLease lease,
      Announcements announcements,
      Clock clock,
      ControlObserver observer) {
    this.grid = grid;
    this.lease = lease;
    this.announcements = announcements;
    this.clock = clock;
    this.observer = observer;
    this.tickNanos = clock.nanos();
  }

  /** Before the first round: jobs are known from the store only. */
  public void begin() {
    grid.relearn();
  }

  /** What the rounds are about. */
  public GridControl grid() {
    return grid;
  }

  /** When the next round is to begin, even if nothing happens, by {@link Clock#nanos}. */
  public long dueNanos() {
    final long now = clock.nanos();
    return now + grid.pace().restNanos(now, Math.max(0, tickNanos - now));
  }

  /** A whole round, as far as the store lets it come. */
  public Outcome run(List<? extends ControlEvent> batch) {
    if (step != Step.TAKE) {
      throw new IllegalStateException("the previous round has not ended: " + step);
    }
    try {
      batch.forEach(this::take);
      if (clock.nanos() - tickNanos >= 0) {
        tickNanos = clock.nanos() + Timings.TICK.toNanos();
        grid.tick();
      }
      grid.decide();
    } catch (StoreException e) {
      return stop(e);
    }
    step = Step.STORE;
    refusals = 0;
    return resume();
  }

  /** Goes on with a round that could not be ended. */
  public Outcome resume() {
    try {
      if (step == Step.STORE) {
        grid.store();
        step = Step.LEASE;
        refusals = 0;
      }
      if (step == Step.LEASE) {
        if (!lease.holds()) {
          return stop(new StoreException("another coordinator leads now: this one stops"));
        }
        step = Step.TAKE;
        letOut();
      }
      return new Outcome.Done();
    } catch (StoreException e) {
      return refusals++ == STORE_RETRIES || deposed()
          ? stop(e)
          : new Outcome.Retry(STORE_RETRY, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Writes what could have waited, before an orderly stop.
   *
   * @throws StoreException when that cannot be
   */
  public void end() {
    grid.storeEverything();
  }

  private void letOut() {
    grid.release();
    grid.jobs().takeChanged().forEach(announcements::changed);
    grid.jobs().notices().takeStored().forEach(announcements::stored);
    answers.forEach(Runnable::run);
    answers.clear();
    grid.pace().takeTime().ifPresent(observer::planned);
  }

  private Outcome stop(StoreException why) {
    step = Step.STOPPED;
    return new Outcome.Stop(
        new StepDown(
            deposed() ? StepDown.Cause.DEPOSED : StepDown.Cause.STORE,
            String.valueOf(why.getMessage())),
        why);
  }

  /** Whether another leads, as far as can be known. */
  private boolean deposed() {
    try {
      return !lease.holds();
    } catch (StoreException e) {
      return false;
    }
  }

  private void take(ControlEvent event) {
    try {
      switch (event) {
        case ControlEvent.Connected(var session, var hello) -> grid.connected(session, hello);
        case ControlEvent.Reported(var session, var report) -> grid.reported(session, report);
        case ControlEvent.Refreshed(var session, var key) -> grid.refreshed(session, key);
        case ControlEvent.Disconnected(var session) -> grid.disconnected(session);
        case ControlEvent.Asked<?> asked -> answer(asked);
      }
    } catch (StoreException e) {
      throw e;
    } catch (RuntimeException e) {
      observer.eventFailed(event.getClass().getSimpleName(), event.node().orElse(""), e);
    }
  }

  private <T> void answer(ControlEvent.Asked<T> asked) {
    final T value;
    try {
      value = asked.request().apply(grid);
    } catch (RefusedException e) {
      asked.reply().fail(e);
      return;
    } catch (RuntimeException e) {
      asked.reply().fail(e);
      throw e;
    }
    answers.add(() -> asked.reply().answer(value));
  }
}
