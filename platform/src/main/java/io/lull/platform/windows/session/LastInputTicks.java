package io.lull.platform.windows.session;

import java.time.Duration;

/**
 * Converts Windows' tick counts to times of the agent's clock: milliseconds since the start in 32
 * bits, which overflow after 49.7 days. Input sent by a program has its own count, which may be
 * lower than that of earlier input, or ahead: any changed count is input.
 */
final class LastInputTicks {
  private static final long MASK = 0xffff_ffffL;

  /** A count up to this far ahead is of just now, not of 49 days ago. */
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
