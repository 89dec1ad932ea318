package io.lull.simulator.trace;

import io.lull.scheduling.habit.Presence;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The machines of a trace. */
public final class TracedMachines implements RecordedMachines {
  private final AvailabilityTrace trace;
  private final OfferCalendar calendar;

  /**
   * @param recruitment for so long a machine is idle before it is offered
   */
  public TracedMachines(AvailabilityTrace trace, Duration recruitment) {
    this.trace = trace;
    this.calendar = new OfferCalendar(OfferTimes.of(trace, recruitment));
  }

  @Override
  public int machines() {
    return calendar.machines();
  }

  @Override
  public long endMillis() {
    return calendar.endMillis();
  }

  @Override
  public OfferCursor from(long millis) {
    return calendar.from(millis);
  }

  @Override
  public double unknownMillis(TimeSpan time) {
    double millis = 0;
    final Map<String, Long> since = new HashMap<>();
    trace.machines().forEach(machine -> since.put(machine, 0L));
    for (final AvailabilityTrace.Turn turn : trace.turns()) {
      final Long from = since.remove(turn.machine());
      if (from != null) {
        millis += time.shared(from, turn.millis());
      }
      if (turn.presence() == Presence.UNKNOWN) {
        since.put(turn.machine(), turn.millis());
      }
    }
    for (final long from : since.values()) {
      millis += time.shared(from, Math.max(from, time.toMillis()));
    }
    return millis;
  }
}
