package io.lull.simulator.time;

import io.lull.protocol.time.Clock;
import java.time.Duration;

/** The clocks of one simulated machine: elapsed time is the agenda's, wall time can be set. */
public final class HostClock implements Clock {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Agenda agenda;
  private long beginningMillis;

  /** How much faster its wall clock is than time, as a part of it; 0: as fast. */
  private double drift;

  private long driftsFromNanos;

  /**
   * @param beginningMillis wall time when the agenda began, in milliseconds since 1970-01-01T00:00Z
   */
  public HostClock(Agenda agenda, long beginningMillis) {
    this.agenda = agenda;
    this.beginningMillis = beginningMillis;
  }

  @Override
  public long epochMillis() {
    return beginningMillis + agenda.nanos() / NANOS_PER_MILLI + driftedMillis();
  }

  private long driftedMillis() {
    return Math.round((agenda.nanos() - driftsFromNanos) * drift / NANOS_PER_MILLI);
  }

  @Override
  public long nanos() {
    return agenda.nanos();
  }

  /** Somebody sets the machine's clock: wall time jumps, elapsed time does not notice. */
  public void jump(Duration by) {
    beginningMillis += by.toMillis();
  }

  /**
   * Its wall clock goes wrong from now on.
   *
   * @param part by which it is faster than time; less than 0: slower; 0: as it should be
   */
  public void drift(double part) {
    beginningMillis += driftedMillis();
    driftsFromNanos = agenda.nanos();
    drift = part;
  }
}
