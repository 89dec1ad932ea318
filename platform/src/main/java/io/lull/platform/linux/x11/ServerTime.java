package io.lull.platform.linux.x11;

/**
 * Converts a server's event time to a time of this process. A server on this machine counts the
 * milliseconds of the same clock as {@code System.nanoTime}, in 32 bits; others have their own.
 */
record ServerTime(boolean sameClock) {
  private static final long NANOS_A_MILLI = 1_000_000;

  /** A later difference would say more about the clock than about the event. */
  private static final int PLAUSIBLE_MILLIS = 1_000;

  /**
   * @param heardNanos when its event arrived
   * @return at or before the event, by less than a millisecond; the arrival if nothing else is
   *     known
   */
  long nanos(int serverMillis, long heardNanos) {
    final long heardMillis = Math.floorDiv(heardNanos, NANOS_A_MILLI);
    final int age = (int) heardMillis - serverMillis;
    return sameClock && age >= 0 && age <= PLAUSIBLE_MILLIS
        ? (heardMillis - age) * NANOS_A_MILLI
        : heardNanos;
  }
}
