package io.lull.simulator.trace;

import io.lull.simulator.trace.OwnerEvent.What;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A day of one owner: typing, reading, builds, coffee, lunch, a call, going home, a cleaner who
 * knocks the desk, an hour of work from home, and the night's backup. The same for the same chance.
 */
public final class OfficeDay {
  /** How long it is. */
  public static final long MILLIS = hours(24);

  private static final int QUIET = 20;
  private final List<OwnerEvent> events = new ArrayList<>();
  private final RandomGenerator random;
  private long now;

  private OfficeDay(RandomGenerator random) {
    this.random = random;
  }

  /** In the order of their time. */
  public static List<OwnerEvent> of(RandomGenerator random) {
    final OfficeDay day = new OfficeDay(random);
    day.live();
    return day.events.stream().sorted(Comparator.comparingLong(OwnerEvent::atMillis)).toList();
  }

  private static long hours(double hours) {
    return Math.round(hours * 3_600_000);
  }

  private static long minutes(double minutes) {
    return Math.round(minutes * 60_000);
  }

  private double between(double least, double most) {
    return least + random.nextDouble() * (most - least);
  }

  private void happen(What what, int value) {
    events.add(new OwnerEvent(now, what, value));
  }

  private void live() {
    happen(What.LOAD, QUIET);
    happen(What.LOCK, 0);
    now = hours(3);
    load(500, minutes(between(10, 30)));
    now = hours(between(8, 9.3));
    happen(What.UNLOCK, 0);
    workUntil(hours(between(11.8, 12.5)));
    away(minutes(between(35, 60)), true);
    workUntil(hours(between(13.8, 14.5)));
    call(minutes(between(20, 55)));
    workUntil(hours(between(16.7, 18.4)));
    happen(What.LOCK, 0);
    now = hours(between(19, 20));
    happen(What.KNOCK, 1 + random.nextInt(10));
    now = hours(between(20.2, 20.8));
    remote(hours(between(21, 21.7)));
  }

  private void workUntil(long end) {
    while (now < end) {
      switch (random.nextInt(9)) {
        case 0, 1, 2 -> type(minutes(between(0.3, 6)));
        case 3, 4 -> point(minutes(between(0.1, 1)));
        case 5, 6 -> read(minutes(between(0.2, 12)));
        case 7 -> build(minutes(between(1, 8)));
        default -> away(minutes(between(3, 15)), false);
      }
    }
  }

  private void type(long millis) {
    for (final long end = now + millis; now < end; now += 80 + random.nextInt(400)) {
      happen(What.KEY, 0);
    }
  }

  private void point(long millis) {
    for (final long end = now + millis; now < end; now += 250) {
      happen(What.MOTION, 16 + random.nextInt(400));
    }
  }

  /** Somebody who reads scrolls now and then, but not for sure. */
  private void read(long millis) {
    for (final long end = now + millis; now < end; now += minutes(between(0.2, 4))) {
      if (random.nextBoolean()) {
        happen(What.MOTION, 16 + random.nextInt(100));
      }
    }
  }

  private void build(long millis) {
    happen(What.KEY, 0);
    load(800 + random.nextInt(200), millis);
    happen(What.KEY, 0);
  }

  private void load(int thousandths, long millis) {
    happen(What.LOAD, thousandths);
    now += millis;
    happen(What.LOAD, QUIET);
  }

  private void away(long millis, boolean longAway) {
    final boolean locks = longAway ? random.nextInt(4) > 0 : random.nextInt(3) == 0;
    final long end = now + millis;
    if (locks) {
      happen(What.LOCK, 0);
    }
    if (longAway) {
      now += minutes(20);
      happen(What.KNOCK, 1 + random.nextInt(10));
    }
    now = end;
    happen(locks ? What.UNLOCK : What.MOTION, locks ? 0 : 200);
  }

  private void call(long millis) {
    happen(What.CALL_BEGINS, 0);
    now += millis;
    happen(What.CALL_ENDS, 0);
  }

  private void remote(long end) {
    happen(What.REMOTE_LOGIN, 0);
    while (now < end) {
      for (int keys = random.nextInt(200); keys > 0; keys--) {
        happen(What.REMOTE_KEY, 0);
        now += 100 + random.nextInt(500);
      }
      now += minutes(between(0.2, 9));
    }
    happen(What.REMOTE_LOGOUT, 0);
  }
}
