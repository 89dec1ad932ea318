package io.lull.simulator.trace;

import io.lull.scheduling.habit.Presence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * More machines, or a longer time, than a trace has: each week of each machine is drawn at random
 * from the weeks of the trace's machines. What is drawn depends on the seed, the machine's number
 * and the week alone, so that one machine more changes no other.
 */
public final class ResampledTrace {
  private static final long WEEK_MILLIS = 7L * 24 * 3600 * 1000;

  /** Odd constants of Steele, Lea and Flood's SplitMix: they spread numbers over all bits. */
  private static final long SPREAD_MACHINE = 0x9E3779B97F4A7C15L;

  private static final long SPREAD_WEEK = 0xBF58476D1CE4E5B9L;

  /** What the command's memory holds. */
  static final long MOST_WEEKS = 20_000;

  private ResampledTrace() {}

  private record Week(Presence atStart, List<AvailabilityTrace.Turn> turns) {}

  /**
   * @throws IllegalArgumentException with one line when the trace is shorter than a week, or too
   *     many weeks are asked for
   */
  public static AvailabilityTrace of(AvailabilityTrace trace, int machines, int weeks, long seed) {
    if ((long) machines * weeks > MOST_WEEKS) {
      throw new IllegalArgumentException(
          machines
              + " machines for "
              + weeks
              + " weeks are more than "
              + MOST_WEEKS
              + " weeks of machines: give fewer machines or days");
    }
    final List<Week> pool = weeks(trace);
    if (pool.isEmpty()) {
      throw new IllegalArgumentException(
          "weeks of machines are drawn from the trace, which is shorter than one");
    }
    final List<AvailabilityTrace.Turn> turns = new ArrayList<>();
    final TreeSet<String> names = new TreeSet<>();
    for (int machine = 0; machine < machines; machine++) {
      final String name = String.format(Locale.ROOT, "n%06d", machine + 1);
      names.add(name);
      @Nullable Presence last = null;
      for (int week = 0; week < weeks; week++) {
        final long from = week * WEEK_MILLIS;
        final Week drawn =
            pool.get(
                new SplittableRandom(
                        seed ^ (machine + 1) * SPREAD_MACHINE ^ (week + 1) * SPREAD_WEEK)
                    .nextInt(pool.size()));
        if (drawn.atStart() != last) {
          turns.add(new AvailabilityTrace.Turn(from, name, drawn.atStart()));
        }
        last = drawn.atStart();
        for (final AvailabilityTrace.Turn turn : drawn.turns()) {
          turns.add(new AvailabilityTrace.Turn(from + turn.millis(), name, turn.presence()));
          last = turn.presence();
        }
      }
    }
    turns.sort(
        Comparator.comparingLong(AvailabilityTrace.Turn::millis)
            .thenComparing(AvailabilityTrace.Turn::machine));
    return new AvailabilityTrace(names, turns, weeks * WEEK_MILLIS, trace.rejects());
  }

  private static List<Week> weeks(AvailabilityTrace trace) {
    final SortedMap<String, List<AvailabilityTrace.Turn>> byMachine = new TreeMap<>();
    trace.machines().forEach(machine -> byMachine.put(machine, new ArrayList<>()));
    trace
        .turns()
        .forEach(
            turn -> byMachine.computeIfAbsent(turn.machine(), _ -> new ArrayList<>()).add(turn));
    final List<Week> weeks = new ArrayList<>();
    for (final Map.Entry<String, List<AvailabilityTrace.Turn>> machine : byMachine.entrySet()) {
      Presence presence = Presence.UNKNOWN;
      int next = 0;
      final List<AvailabilityTrace.Turn> turns = machine.getValue();
      for (long from = 0; from + WEEK_MILLIS <= trace.endMillis(); from += WEEK_MILLIS) {
        while (next < turns.size() && turns.get(next).millis() <= from) {
          presence = turns.get(next++).presence();
        }
        final Presence atStart = presence;
        final List<AvailabilityTrace.Turn> within = new ArrayList<>();
        while (next < turns.size() && turns.get(next).millis() < from + WEEK_MILLIS) {
          final AvailabilityTrace.Turn turn = turns.get(next++);
          within.add(
              new AvailabilityTrace.Turn(turn.millis() - from, turn.machine(), turn.presence()));
          presence = turn.presence();
        }
        weeks.add(new Week(atStart, within));
      }
    }
    return weeks;
  }
}
