package io.lull.simulator.trace;

import io.lull.scheduling.habit.Presence;
import java.time.Duration;

/**
 * More machines, or a longer time, than a trace has: the same as of {@link ResampledTrace}, drawn
 * while time passes. Of each machine only the present week is known, as a number, so that tens of
 * thousands for a year take a few megabytes.
 */
public final class DrawnMachines implements RecordedMachines {
  /** An event is one number of 63 bits: the machine has the lowest, the time the highest. */
  private static final int MACHINE_BITS = 17;

  private static final long MACHINE_MASK = (1L << MACHINE_BITS) - 1;

  /** Set where a machine comes: one that goes at the same time is less. */
  private static final long COMES = 1L << MACHINE_BITS;

  private static final int TIME_SHIFT = MACHINE_BITS + 1;
  public static final int MOST_MACHINES = 50_000;

  /** Some hundred years: their milliseconds fit beside a machine's number. */
  public static final int MOST_WEEKS = 5_300;

  private final Pool[] pool;
  private final int machines;
  private final int weeks;
  private final long seed;
  private final long recruitMillis;

  /** A week that is drawn from, as its turns from one presence to another. */
  private static final class Pool {
    /** Since it began; the first is 0. */
    private final int[] millis;

    /** Whether the owner is away, from each turn on. */
    private final boolean[] away;

    /** Whether nothing is heard, from each turn on. */
    private final boolean[] unknown;

    Pool(MachineWeek week) {
      final int count = week.turns().size() + 1;
      millis = new int[count];
      away = new boolean[count];
      unknown = new boolean[count];
      set(0, 0, week.atStart());
      for (int i = 1; i < count; i++) {
        set(i, week.turns().get(i - 1).millis(), week.turns().get(i - 1).presence());
      }
    }

    private void set(int turn, long at, Presence presence) {
      millis[turn] = Math.toIntExact(at);
      away[turn] = presence == Presence.AWAY;
      unknown[turn] = presence == Presence.UNKNOWN;
    }

    int turns() {
      return millis.length;
    }

    /** For how long nothing is heard within a part of it. */
    long unknownMillis(long from, long to) {
      long sum = 0;
      for (int i = 0; i < millis.length; i++) {
        if (unknown[i]) {
          final long end = i + 1 < millis.length ? millis[i + 1] : MachineWeek.MILLIS;
          sum += Math.max(0, Math.min(to, end) - Math.max(from, millis[i]));
        }
      }
      return sum;
    }
  }

  /**
   * @param recruitment for so long a machine is idle before it is offered
   * @throws IllegalArgumentException with one line when the trace is shorter than a week, or too
   *     many machines or weeks are asked for
   */
  public DrawnMachines(
      AvailabilityTrace trace, int machines, int weeks, long seed, Duration recruitment) {
    if (machines > MOST_MACHINES || weeks > MOST_WEEKS) {
      throw new IllegalArgumentException(
          "at most "
              + MOST_MACHINES
              + " machines and "
              + MOST_WEEKS
              + " weeks are simulated, not "
              + machines
              + " and "
              + weeks);
    }
    this.pool = MachineWeek.of(trace).stream().map(Pool::new).toArray(Pool[]::new);
    this.machines = machines;
    this.weeks = weeks;
    this.seed = seed;
    this.recruitMillis = recruitment.toMillis();
  }

  @Override
  public int machines() {
    return machines;
  }

  @Override
  public long endMillis() {
    return weeks * MachineWeek.MILLIS;
  }

  @Override
  public OfferCursor from(long millis) {
    final OfferCursor cursor = new Cursor();
    cursor.advance(millis);
    return cursor;
  }

  private Pool drawn(int machine, int week) {
    return pool[MachineWeek.drawn(seed, machine, week, pool.length)];
  }

  @Override
  public double unknownMillis(TimeSpan time) {
    double sum = 0;
    for (int machine = 0; machine < machines; machine++) {
      for (int week = 0; week < weeks; week++) {
        final long from = week * MachineWeek.MILLIS;
        if (time.shared(from, from + MachineWeek.MILLIS) > 0) {
          sum +=
              drawn(machine, week).unknownMillis(time.fromMillis() - from, time.toMillis() - from);
        }
      }
    }
    return sum;
  }

  /** Each machine's next event is in a heap, the earliest on top. */
  private final class Cursor extends OfferCursor {
    private final long[] heap = new long[machines];
    private int size;
    private int last;

    // By machine: where it is in its weeks, and the offer that comes or goes next.
    private final int[] week = new int[machines];
    private final int[] turn = new int[machines];
    private final long[] idleFrom = new long[machines];
    private final long[] idleTo = new long[machines];
    private final Pool[] present = new Pool[machines];

    Cursor() {
      super(machines);
      for (int machine = 0; machine < machines; machine++) {
        present[machine] = drawn(machine, 0);
        if (findOffer(machine)) {
          push(comes(machine));
        }
      }
    }

    private long comes(int machine) {
      return (idleFrom[machine] + recruitMillis) << TIME_SHIFT | COMES | machine;
    }

    private long goes(int machine) {
      return idleTo[machine] << TIME_SHIFT | machine;
    }

    /** The next time for which the machine is offered; false: there is none. */
    private boolean findOffer(int machine) {
      while (findIdle(machine)) {
        if (idleTo[machine] - idleFrom[machine] > recruitMillis) {
          return true;
        }
      }
      return false;
    }

    private boolean findIdle(int machine) {
      while (week[machine] < weeks) {
        final Pool now = present[machine];
        while (turn[machine] < now.turns() && !now.away[turn[machine]]) {
          turn[machine]++;
        }
        if (turn[machine] < now.turns()) {
          idleFrom[machine] = at(machine);
          idleTo[machine] = endOfIdle(machine);
          return true;
        }
        nextWeek(machine);
      }
      return false;
    }

    /** Owners may stay away beyond the end of a week. */
    private long endOfIdle(int machine) {
      while (week[machine] < weeks) {
        final Pool now = present[machine];
        while (turn[machine] < now.turns()) {
          if (!now.away[turn[machine]]) {
            return at(machine);
          }
          turn[machine]++;
        }
        nextWeek(machine);
      }
      return endMillis();
    }

    private long at(int machine) {
      return week[machine] * MachineWeek.MILLIS + present[machine].millis[turn[machine]];
    }

    private void nextWeek(int machine) {
      week[machine]++;
      turn[machine] = 0;
      if (week[machine] < weeks) {
        present[machine] = drawn(machine, week[machine]);
      }
    }

    @Override
    public long nextMillis() {
      return size == 0 ? Long.MAX_VALUE : heap[0] >>> TIME_SHIFT;
    }

    @Override
    protected int lastMachine() {
      return last;
    }

    @Override
    protected void next() {
      final long event = heap[0];
      final int machine = (int) (event & MACHINE_MASK);
      final boolean comes = (event & COMES) != 0;
      last = machine;
      take(event >>> TIME_SHIFT, machine, comes, idleFrom[machine]);
      if (comes) {
        replaceTop(goes(machine));
      } else if (findOffer(machine)) {
        replaceTop(comes(machine));
      } else {
        replaceTop(heap[--size]);
      }
    }

    private void push(long event) {
      int at = size++;
      while (at > 0 && heap[(at - 1) / 2] > event) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
      }
      heap[at] = event;
    }

    private void replaceTop(long event) {
      int at = 0;
      while (true) {
        int child = 2 * at + 1;
        if (child >= size) {
          break;
        }
        if (child + 1 < size && heap[child + 1] < heap[child]) {
          child++;
        }
        if (heap[child] >= event) {
          break;
        }
        heap[at] = heap[child];
        at = child;
      }
      if (size > 0) {
        heap[at] = event;
      }
    }
  }
}
