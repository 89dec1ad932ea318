package io.lull.platform.process;

import io.lull.protocol.time.Clock;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The time until which something must be done. */
public final class Deadline {
  private final Clock clock;
  private final long nanos;

  private Deadline(Clock clock, long nanos) {
    this.clock = clock;
    this.nanos = nanos;
  }

  public static Deadline in(Duration within, Clock clock) {
    return new Deadline(clock, clock.nanos() + within.toNanos());
  }

  /** Never negative. */
  public Duration left() {
    return Duration.ofNanos(Math.max(0, nanos - clock.nanos()));
  }

  public boolean passed() {
    return clock.nanos() - nanos >= 0;
  }

  /** Waits for an event. Returns whether it happened in time; an interrupt ends the wait. */
  public boolean await(Future<?> event) {
    try {
      event.get(left().toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException | ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Repeats an attempt, at least once, until it succeeds.
   *
   * @param pause between two attempts
   * @return whether it succeeded in time
   */
  public boolean retry(Duration pause, BooleanSupplier attempt) {
    while (!attempt.getAsBoolean()) {
      if (passed()) {
        return false;
      }
      LockSupport.parkNanos(pause.toNanos());
    }
    return true;
  }
}
