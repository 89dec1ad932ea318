package io.lull.simulator.trace;

import io.lull.scheduling.habit.Presence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * When machines are offered to jobs: once they have been idle for some time, until their owners are
 * back.
 *
 * @param idle when each machine's owner was away, in the order of time
 * @param recruitMillis for so long a machine is idle before it is offered
 * @param endMillis when the trace ends
 */
public record OfferTimes(
    SortedMap<String, List<TimeSpan>> idle, long recruitMillis, long endMillis) {

  public static OfferTimes of(AvailabilityTrace trace, Duration recruitment) {
    final SortedMap<String, List<TimeSpan>> idle = new TreeMap<>();
    trace.machines().forEach(machine -> idle.put(machine, new ArrayList<>()));
    final Map<String, Long> since = new TreeMap<>();
    for (final AvailabilityTrace.Turn turn : trace.turns()) {
      final Long from = since.remove(turn.machine());
      if (from != null) {
        spans(idle, turn.machine()).add(new TimeSpan(from, turn.millis()));
      }
      if (turn.presence() == Presence.AWAY) {
        since.put(turn.machine(), turn.millis());
      }
    }
    since.forEach(
        (machine, from) -> spans(idle, machine).add(new TimeSpan(from, trace.endMillis())));
    return new OfferTimes(idle, recruitment.toMillis(), trace.endMillis());
  }

  private static List<TimeSpan> spans(Map<String, List<TimeSpan>> idle, String machine) {
    return idle.computeIfAbsent(machine, _ -> new ArrayList<>());
  }

  /** Of these machines alone. */
  public OfferTimes only(Collection<String> machines) {
    final SortedMap<String, List<TimeSpan>> some = new TreeMap<>(idle);
    some.keySet().retainAll(machines);
    return new OfferTimes(some, recruitMillis, endMillis);
  }

  /** When a machine is offered. */
  public List<TimeSpan> offered(String machine) {
    return idle.getOrDefault(machine, List.of()).stream()
        .filter(span -> span.millis() > recruitMillis)
        .map(span -> new TimeSpan(span.fromMillis() + recruitMillis, span.toMillis()))
        .toList();
  }

  /** The part of these times in which a machine is offered: 0 to 1. */
  public double share(String machine, List<TimeSpan> times) {
    long millis = 0;
    for (final TimeSpan offer : offered(machine)) {
      for (final TimeSpan time : times) {
        millis += time.shared(offer.fromMillis(), offer.toMillis());
      }
    }
    return millis / (double) times.stream().mapToLong(TimeSpan::millis).sum();
  }
}
