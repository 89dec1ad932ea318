package io.lull.agent.core.owner;

import io.lull.protocol.time.Clock;

/** The present time by both clocks. */
public record Moment(long nanos, long epochMillis) {
  public static Moment now(Clock clock) {
    return new Moment(clock.nanos(), clock.epochMillis());
  }

  public long epochMillisAt(long otherNanos) {
    return epochMillis + (otherNanos - nanos) / 1_000_000;
  }
}
