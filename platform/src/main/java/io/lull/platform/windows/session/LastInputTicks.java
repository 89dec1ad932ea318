package io.lull.platform.windows.session;

import java.time.Duration;

/**
 * Makes times of the agent's clock of Windows' tick counts: milliseconds since the start in 32
 * bits, which begin again after 49.7 days. Input that a program sends brings a count of its own,
 * which may lie before that of the input before, or ahead: whatever it is, a count that changed is
 * input.
 */
final class LastInputTicks {
  private static final long MASK = 0xffff_ffffL;

  /** A count up to this far ahead is one of just now, not one of 49 days ago. */
  private static final long AHEAD_MILLIS = Duration.ofMinutes(1).toMillis();

  private boolean looked;
  private int lastTick;
  private long lookedNanos;
  private long lastInputNanos;

  /** When the last input was. */
  long at(int inputTick, int nowTick, long nowNanos) {
    final long idleMillis = (nowTick - inputTick) & MASK;
    if (!looked) {
      lastInputNanos = nowNanos - (idleMillis > MASK - AHEAD_MILLIS ? 0 : nanos(idleMillis));
    } else if (inputTick != lastTick) {
      lastInputNanos = nowNanos - Math.min(nanos(idleMillis), nowNanos - lookedNanos);
    }
    looked = true;
    lastTick = inputTick;
    lookedNanos = nowNanos;
    return lastInputNanos;
  }

  private static long nanos(long millis) {
    return millis * 1_000_000;
  }
}
