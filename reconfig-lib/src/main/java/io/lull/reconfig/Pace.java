package io.lull.reconfig;

import io.lull.protocol.text.Durations;
import io.lull.protocol.time.Clock;
import io.lull.protocol.time.SystemClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The minimum duration of an iteration, from the parameter {@code pace}, so that people can watch a
 * job that would end too soon. Without the parameter it costs nothing.
 */
public final class Pace {
  public static final String PARAMETER = "pace";
  private static final Duration SLOWEST = Duration.ofMinutes(1);

  /** Of all programs of this process: a worker has one. */
  private static final AtomicLong SLEPT_NANOS = new AtomicLong();

  private final long nanos;
  private final Clock clock;
  private long next;

  private Pace(long nanos, Clock clock) {
    this.nanos = nanos;
    this.clock = clock;
    this.next = clock.nanos();
  }

  /**
   * @throws BadInput when it is no duration, or a minute is not enough
   */
  public static Pace of(Parameters parameters) {
    final String text = parameters.text(PARAMETER, "0s");
    try {
      final Duration duration = Durations.parse(text);
      if (duration.compareTo(SLOWEST) <= 0) {
        return new Pace(duration.toNanos(), SystemClock.INSTANCE);
      }
    } catch (IllegalArgumentException e) {
      // said below, like one that is too long
    }
    throw new BadInput(
        PARAMETER
            + "="
            + text
            + ": enter a duration of at most "
            + Durations.format(SLOWEST)
            + ", such as 50ms");
  }

  /** Waits, without using the processor, until the time of the iteration before is over. */
  public void await() {
    if (nanos == 0) {
      return;
    }
    final long began = clock.nanos();
    long left = next - began;
    while (left > 0 && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(left);
      left = next - clock.nanos();
    }
    final long now = clock.nanos();
    SLEPT_NANOS.addAndGet(now - began);
    next = now + nanos;
  }

  /** How long programs of this process have waited so: they did not compute meanwhile. */
  public static long sleptNanos() {
    return SLEPT_NANOS.get();
  }
}
