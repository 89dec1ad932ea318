package io.lull.simulator.time;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Virtual time, and what happens in it: entries run by their time, and those of the same time in
 * the order in which they were made. Time moves from one entry to the next and stands still while
 * one runs. One thread.
 */
public final class Agenda {
  /** Later than any entry. */
  public static final long NEVER = Long.MAX_VALUE;

  /** At one and the same time; more is a history that goes round in circles. */
  private static final int MOST_AT_ONCE = 1_000_000;

  private final PriorityQueue<Entry> entries = new PriorityQueue<>(Entry.IN_TURN);
  private long nowNanos;
  private long made;
  private int atOnce;

  private record Entry(long nanos, long number, Runnable what) {
    static final Comparator<Entry> IN_TURN =
        Comparator.comparingLong(Entry::nanos).thenComparingLong(Entry::number);
  }

  /** Nanoseconds since the beginning. */
  public long nanos() {
    return nowNanos;
  }

  /** Has something done at that time, or now if that is in the past. */
  public void at(long nanos, Runnable what) {
    if (nanos != NEVER) {
      entries.add(new Entry(Math.max(nanos, nowNanos), made++, what));
    }
  }

  public void after(Duration delay, Runnable what) {
    at(nowNanos + delay.toNanos(), what);
  }

  /**
   * Runs every entry up to that time, which it is then.
   *
   * @throws IllegalStateException if time stands still for ever
   */
  public void runUntil(long nanos) {
    for (Entry next = entries.peek();
        next != null && next.nanos() <= nanos;
        next = entries.peek()) {
      entries.remove();
      atOnce = next.nanos() == nowNanos ? atOnce + 1 : 0;
      if (atOnce > MOST_AT_ONCE) {
        throw new IllegalStateException(
            "more than " + MOST_AT_ONCE + " things happen at " + nowNanos / 1_000_000 + " ms");
      }
      nowNanos = next.nanos();
      next.what().run();
    }
    nowNanos = Math.max(nowNanos, nanos);
  }

  public void runFor(Duration time) {
    runUntil(nowNanos + time.toNanos());
  }

  /** How many entries were made so far. */
  public long made() {
    return made;
  }
}
