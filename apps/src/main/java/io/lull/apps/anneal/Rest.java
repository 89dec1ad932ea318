package io.lull.apps.anneal;

import java.util.Arrays;

/** Whether annealing has come to rest: the last temperatures ended with almost the same energy. */
final class Rest {
  private static final int SAME = 10;
  private static final double DEVIATION = 1e-6;

  /** If it never comes to rest. */
  private static final long MOST_LEVELS = 5000;

  private Rest() {}

  /**
   * @param before the last energies, the newest last
   * @return with one more; no more than are looked at
   */
  static double[] with(double[] before, double energy) {
    final int kept = Math.min(before.length, SAME - 1);
    final double[] last = Arrays.copyOfRange(before, before.length - kept, before.length + 1);
    last[kept] = energy;
    return last;
  }

  /**
   * @param energies the last ones
   * @param level how many temperatures there were
   */
  static boolean isReached(double[] energies, long level) {
    if (level >= MOST_LEVELS) {
      return true;
    }
    if (energies.length < SAME) {
      return false;
    }
    final double mean = Arrays.stream(energies).average().orElse(0);
    final double square =
        Arrays.stream(energies).map(energy -> (energy - mean) * (energy - mean)).sum() / SAME;
    return Math.sqrt(square) <= DEVIATION * Math.max(1, Math.abs(mean));
  }
}
