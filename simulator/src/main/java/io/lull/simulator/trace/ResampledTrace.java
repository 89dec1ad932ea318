package io.lull.simulator.trace;

import io.lull.scheduling.habit.Presence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * More machines, or a longer time, than a trace has: each week of each machine is drawn at random
 * from the weeks of the trace's machines. What is drawn depends on the seed, the machine's number
 * and the week alone, so that one machine more changes no other.
 */
public final class ResampledTrace {
  /** What the command's memory holds. */
  static final long MOST_WEEKS = 20_000;

  private ResampledTrace() {}

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
    final List<MachineWeek> pool = MachineWeek.of(trace);
    final List<AvailabilityTrace.Turn> turns = new ArrayList<>();
    final TreeSet<String> names = new TreeSet<>();
    for (int machine = 0; machine < machines; machine++) {
      final String name = String.format(Locale.ROOT, "n%06d", machine + 1);
      names.add(name);
      @Nullable Presence last = null;
      for (int week = 0; week < weeks; week++) {
        final long from = week * MachineWeek.MILLIS;
        final MachineWeek drawn = pool.get(MachineWeek.drawn(seed, machine, week, pool.size()));
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
    return new AvailabilityTrace(
        names, turns, weeks * MachineWeek.MILLIS, trace.rejects(), trace.beganMillis());
  }
}
