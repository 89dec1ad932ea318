package io.lull.simulator.trace;

import io.lull.scheduling.habit.Presence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A week of one machine of a trace, which others are drawn from.
 *
 * @param atStart how it was when the week began
 * @param turns since then, counted from there
 */
record MachineWeek(Presence atStart, List<AvailabilityTrace.Turn> turns) {
  static final long MILLIS = 7L * 24 * 3600 * 1000;

  /** Odd constants of Steele, Lea and Flood's SplitMix: they spread numbers over all bits. */
  private static final long SPREAD_MACHINE = 0x9E3779B97F4A7C15L;

  private static final long SPREAD_WEEK = 0xBF58476D1CE4E5B9L;

  MachineWeek {
    turns = List.copyOf(turns);
  }

  /**
   * Which of so many weeks is drawn: that depends on the seed, the machine's number and the week
   * alone, so that one machine more changes no other.
   */
  static int drawn(long seed, int machine, int week, int pool) {
    return new SplittableRandom(seed ^ (machine + 1) * SPREAD_MACHINE ^ (week + 1) * SPREAD_WEEK)
        .nextInt(pool);
  }

  /**
   * All whole weeks of all machines.
   *
   * @throws IllegalArgumentException with one line when there is none
   */
  static List<MachineWeek> of(AvailabilityTrace trace) {
    final SortedMap<String, List<AvailabilityTrace.Turn>> byMachine = new TreeMap<>();
    trace.machines().forEach(machine -> byMachine.put(machine, new ArrayList<>()));
    trace
        .turns()
        .forEach(
            turn -> byMachine.computeIfAbsent(turn.machine(), _ -> new ArrayList<>()).add(turn));
    final List<MachineWeek> weeks = new ArrayList<>();
    for (final Map.Entry<String, List<AvailabilityTrace.Turn>> machine : byMachine.entrySet()) {
      Presence presence = Presence.UNKNOWN;
      int next = 0;
      final List<AvailabilityTrace.Turn> turns = machine.getValue();
      for (long from = 0; from + MILLIS <= trace.endMillis(); from += MILLIS) {
        while (next < turns.size() && turns.get(next).millis() <= from) {
          presence = turns.get(next++).presence();
        }
        final Presence atStart = presence;
        final List<AvailabilityTrace.Turn> within = new ArrayList<>();
        while (next < turns.size() && turns.get(next).millis() < from + MILLIS) {
          final AvailabilityTrace.Turn turn = turns.get(next++);
          within.add(
              new AvailabilityTrace.Turn(turn.millis() - from, turn.machine(), turn.presence()));
          presence = turn.presence();
        }
        weeks.add(new MachineWeek(atStart, within));
      }
    }
    if (weeks.isEmpty()) {
      throw new IllegalArgumentException(
          "weeks of machines are drawn from the trace, which is shorter than one");
    }
    return weeks;
  }
}
