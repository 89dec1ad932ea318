package io.lull.simulator.trace;

/**
 * A part of a trace's time.
 *
 * @param fromMillis since the trace began
 * @param toMillis after it
 */
public record TimeSpan(long fromMillis, long toMillis) {
  public TimeSpan {
    if (toMillis < fromMillis) {
      throw new IllegalArgumentException("no span from " + fromMillis + " to " + toMillis);
    }
  }

  public long millis() {
    return toMillis - fromMillis;
  }

  /** The part of another span that lies in this one, in milliseconds. */
  public long shared(long from, long to) {
    return Math.max(0, Math.min(toMillis, to) - Math.max(fromMillis, from));
  }
}
