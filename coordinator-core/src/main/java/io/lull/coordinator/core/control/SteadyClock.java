package io.lull.coordinator.core.control;

import io.lull.protocol.time.Clock;

/**
 * The clock that deadlines of jobs are by. It follows the machine's, but its wall time never jumps:
 * when somebody sets that of the machine, this one runs at twice or half its pace until both agree.
 * So no deadline comes at once, and none takes more than twice its time. One thread.
 */
final class SteadyClock implements Clock {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** In shorter time half of the pace could not be told from standing still. */
  private static final long LEAST_MILLIS = 2;

  private final Clock machine;
  private long atMillis;
  private long atNanos;

  /**
   * @param lastMillis what the last coordinator's clock showed that led: deadlines count from there
   */
  SteadyClock(Clock machine, long lastMillis) {
    this.machine = machine;
    this.atMillis = Math.max(machine.epochMillis(), lastMillis);
    this.atNanos = machine.nanos();
  }

  @Override
  public long epochMillis() {
    final long elapsed = (machine.nanos() - atNanos) / NANOS_PER_MILLI;
    if (elapsed >= LEAST_MILLIS) {
      atNanos += elapsed * NANOS_PER_MILLI;
      atMillis = Math.clamp(machine.epochMillis(), atMillis + elapsed / 2, atMillis + 2 * elapsed);
    }
    return atMillis;
  }

  @Override
  public long nanos() {
    return machine.nanos();
  }
}
