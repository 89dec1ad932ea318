package io.lull.simulator.trace;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The offers of a cluster, one after another. Machines have numbers in the order of their names.
 * Where an owner comes back in the moment in which another leaves, the machine that goes comes
 * first.
 */
public final class OfferCalendar {
  /**
   * A machine is offered from now on, or no longer.
   *
   * @param idleMillis since when it was idle
   */
  public record Event(long millis, int machine, boolean offered, long idleMillis) {}

  /**
   * A machine that may be used.
   *
   * @param idleMillis since when it is idle
   */
  public record Offer(int machine, long idleMillis) {}

  private final List<String> machines;
  private final List<Event> events = new ArrayList<>();
  private final long[] arrivals;
  private final long endMillis;

  public OfferCalendar(OfferTimes times) {
    this.machines = List.copyOf(times.idle().keySet());
    this.endMillis = times.endMillis();
    for (int machine = 0; machine < machines.size(); machine++) {
      for (final TimeSpan span : times.offered(machines.get(machine))) {
        final long idle = span.fromMillis() - times.recruitMillis();
        events.add(new Event(span.fromMillis(), machine, true, idle));
        events.add(new Event(span.toMillis(), machine, false, idle));
      }
    }
    events.sort(
        Comparator.comparingLong(Event::millis)
            .thenComparing(Event::offered)
            .thenComparingInt(Event::machine));
    this.arrivals = events.stream().filter(Event::offered).mapToLong(Event::millis).toArray();
  }

  public List<String> machines() {
    return machines;
  }

  public long endMillis() {
    return endMillis;
  }

  int size() {
    return events.size();
  }

  Event event(int index) {
    return events.get(index);
  }

  /** How many machines were offered after the one time, and up to the other. */
  public int arrivals(long afterMillis, long untilMillis) {
    return after(untilMillis) - after(afterMillis);
  }

  private int after(long millis) {
    int low = 0;
    int high = arrivals.length;
    while (low < high) {
      final int middle = (low + high) >>> 1;
      if (arrivals[middle] <= millis) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** A reader of what happens, from a moment on. */
  public Cursor from(long millis) {
    return new Cursor(this, millis);
  }

  /** What is offered, as time passes. */
  public static final class Cursor {
    private static final Comparator<Offer> LONGEST_IDLE =
        Comparator.comparingLong(Offer::idleMillis).thenComparingInt(Offer::machine);

    private final OfferCalendar calendar;
    private final SortedSet<Offer> offers = new TreeSet<>(LONGEST_IDLE);
    private final BitSet offered = new BitSet();
    private int next;

    private Cursor(OfferCalendar calendar, long millis) {
      this.calendar = calendar;
      advance(millis);
    }

    /** Takes all that happens until then, inclusive. */
    public void advance(long millis) {
      while (next < calendar.size() && calendar.event(next).millis() <= millis) {
        final Event event = calendar.event(next++);
        final Offer offer = new Offer(event.machine(), event.idleMillis());
        offered.set(event.machine(), event.offered());
        if (event.offered()) {
          offers.add(offer);
        } else {
          offers.remove(offer);
        }
      }
    }

    /** When something happens next; {@link Long#MAX_VALUE}: never. */
    public long nextMillis() {
      return next < calendar.size() ? calendar.event(next).millis() : Long.MAX_VALUE;
    }

    public boolean isOffered(int machine) {
      return offered.get(machine);
    }

    /** All that are offered, those first that have been idle longest. */
    public List<Offer> byIdleTime() {
      return List.copyOf(offers);
    }

    /** How many machines are offered. */
    public int offered() {
      return offers.size();
    }
  }
}
