package io.lull.testkit.time;

import io.lull.protocol.time.Clock;
import io.lull.protocol.time.SystemClock;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Waits for something observable, with a deadline; a test never just lets time pass. */
public final class Eventually {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(2);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(100);

  private Eventually() {}

  /** Fails with the description when the condition does not come true by the deadline. */
  public static void await(String description, Duration deadline, BooleanSupplier condition) {
    get(description, deadline, () -> condition.getAsBoolean() ? Boolean.TRUE : null);
  }

  /** The first answer that is not null. */
  public static <T> T get(
      String description, Duration deadline, Supplier<? extends @Nullable T> question) {
    return get(description, deadline, LONGEST_PAUSE, question);
  }

  /**
   * The first answer that is not null.
   *
   * @param longestPause between two questions; longer where asking itself costs the machine much
   */
  public static <T> T get(
      String description,
      Duration deadline,
      Duration longestPause,
      Supplier<? extends @Nullable T> question) {
    final Clock clock = SystemClock.INSTANCE;
    final long start = clock.nanos();
    long pauseNanos = FIRST_PAUSE.toNanos();
    while (true) {
      final @Nullable T answer = question.get();
      if (answer != null) {
        return answer;
      }
      if (clock.nanos() - start > deadline.toNanos()) {
        throw new AssertionError("not within " + deadline.toMillis() + " ms: " + description);
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new AssertionError("interrupted while waiting: " + description);
      }
      LockSupport.parkNanos(pauseNanos);
      pauseNanos = Math.min(pauseNanos * 4, longestPause.toNanos());
    }
  }
}
