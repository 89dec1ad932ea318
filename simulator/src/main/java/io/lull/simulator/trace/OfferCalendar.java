package io.lull.simulator.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The offers of a cluster, one after another, in memory. Machines have numbers in the order of
 * their names.
 */
public final class OfferCalendar implements OfferSource {
  /**
   * A machine is offered from now on, or no longer.
   *
   * @param idleMillis since when it was idle
   */
  private record Event(long millis, int machine, boolean offered, long idleMillis) {}

  private final List<String> names;
  private final List<Event> events = new ArrayList<>();
  private final long endMillis;

  public OfferCalendar(OfferTimes times) {
    this.names = List.copyOf(times.idle().keySet());
    this.endMillis = times.endMillis();
    for (int machine = 0; machine < names.size(); machine++) {
      for (final TimeSpan span : times.offered(names.get(machine))) {
        final long idle = span.fromMillis() - times.recruitMillis();
        events.add(new Event(span.fromMillis(), machine, true, idle));
        events.add(new Event(span.toMillis(), machine, false, idle));
      }
    }
    events.sort(
        Comparator.comparingLong(Event::millis)
            .thenComparing(Event::offered)
            .thenComparingInt(Event::machine));
  }

  /** The machines' names, by number. */
  public List<String> names() {
    return names;
  }

  @Override
  public int machines() {
    return names.size();
  }

  @Override
  public long endMillis() {
    return endMillis;
  }

  @Override
  public OfferCursor from(long millis) {
    final OfferCursor cursor = new Cursor();
    cursor.advance(millis);
    return cursor;
  }

  private final class Cursor extends OfferCursor {
    private int next;

    Cursor() {
      super(names.size());
    }

    @Override
    public long nextMillis() {
      return next < events.size() ? events.get(next).millis() : Long.MAX_VALUE;
    }

    @Override
    protected void next() {
      final Event event = events.get(next++);
      take(event.millis(), event.machine(), event.offered(), event.idleMillis());
    }

    @Override
    protected int lastMachine() {
      return events.get(next - 1).machine();
    }
  }
}
