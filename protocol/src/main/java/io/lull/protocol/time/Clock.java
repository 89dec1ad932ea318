package io.lull.protocol.time;

/** Wall time for people and records, elapsed time for waits and measurements. */
public interface Clock {
  /** Milliseconds since 1970-01-01T00:00Z; may jump when somebody sets the machine's clock. */
  long epochMillis();

  /** Nanoseconds since an arbitrary moment; never goes backwards. */
  long nanos();
}
