package io.lull.platform.linux.x11;

/**
 * A server's time of an event as a time of ours. A server on this machine counts the milliseconds
 * of the same clock as {@code System.nanoTime}, in 32 bits; one elsewhere counts its own.
 */
record ServerTime(boolean sameClock) {
  private static final long NANOS_A_MILLI = 1_000_000;

  /** An event that was heard later than this would say more about the clock than about itself. */
  private static final int PLAUSIBLE_MILLIS = 1_000;

  /**
   * @param heardNanos when its event came
   * @return at or before the event, by less than a millisecond; when it was heard if that is all
   *     that is known
   */
  long nanos(int serverMillis, long heardNanos) {
    final long heardMillis = Math.floorDiv(heardNanos, NANOS_A_MILLI);
    final int age = (int) heardMillis - serverMillis;
    return sameClock && age >= 0 && age <= PLAUSIBLE_MILLIS
        ? (heardMillis - age) * NANOS_A_MILLI
        : heardNanos;
  }
}
