package io.lull.simulator.trace;

import io.lull.scheduling.habit.Presence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * A trace made up from what is published of another: the means and coefficients of variation of
 * idle and busy times. Times are lognormal, at all hours alike. Each machine's chance is its own:
 * one machine more changes no other.
 */
public record SyntheticTrace(int machines, int days, Times idle, Times busy) {
  private static final long DAY_MILLIS = 24L * 3600 * 1000;
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  /** No interval is shorter: what a trace with whole seconds could have. */
  private static final long SHORTEST_MILLIS = 1000;

  /**
   * Lengths of intervals.
   *
   * @param cv the standard deviation as a part of the mean
   */
  public record Times(double meanMillis, double cv) {
    public Times {
      if (!(meanMillis >= SHORTEST_MILLIS && cv >= 0 && cv <= 100)) {
        throw new IllegalArgumentException(
            "times have a mean of at least 1 s and a coefficient of variation from 0 to 100, not "
                + meanMillis / 1000
                + " s and "
                + cv);
      }
    }

    private long draw(SplittableRandom chance) {
      final double variance = Math.log(1 + cv * cv);
      final double log =
          Math.log(meanMillis) - variance / 2 + Math.sqrt(variance) * chance.nextGaussian();
      return Math.max(SHORTEST_MILLIS, Math.round(Math.exp(log)));
    }
  }

  public AvailabilityTrace draw(long seed) {
    final long end = days * DAY_MILLIS;
    final List<AvailabilityTrace.Turn> turns = new ArrayList<>();
    final TreeSet<String> names = new TreeSet<>();
    for (int machine = 1; machine <= machines; machine++) {
      final String name = String.format(Locale.ROOT, "n%06d", machine);
      final SplittableRandom chance = new SplittableRandom(seed ^ machine * SPREAD);
      names.add(name);
      boolean away =
          chance.nextDouble() * (idle.meanMillis() + busy.meanMillis()) < idle.meanMillis();
      // The first interval is under way.
      long at = -(long) (chance.nextDouble() * (away ? idle : busy).draw(chance));
      while (at < end) {
        turns.add(
            new AvailabilityTrace.Turn(
                Math.max(0, at), name, away ? Presence.AWAY : Presence.THERE));
        at += (away ? idle : busy).draw(chance);
        away = !away;
      }
    }
    turns.sort(
        Comparator.comparingLong(AvailabilityTrace.Turn::millis)
            .thenComparing(AvailabilityTrace.Turn::machine));
    return new AvailabilityTrace(names, turns, end, RejectedLines.NONE);
  }
}
