package io.lull.coordinator.core.job;

/**
 * How often in a row a job's own program ended one of its workers, by an exit or a crash, at the
 * same place.
 *
 * @param inRow recoveries that such an end caused, the last included
 * @param farthest how far the job had come at the last of them
 * @param fresh a program ended a worker since the last recovery
 */
public record Crashes(int inRow, long farthest, boolean fresh) {
  public static final Crashes NONE = new Crashes(0, 0, false);

  /** A program has ended its worker. */
  public Crashes another() {
    return new Crashes(inRow, farthest, true);
  }

  /** A recovery begins. */
  public Crashes recovering(JobProgress.Gauge gauge) {
    if (!fresh) {
      return this;
    }
    final boolean samePlace = gauge.farthest() - farthest <= unseen(gauge);
    return new Crashes(samePlace ? inRow + 1 : 1, Math.max(farthest, gauge.farthest()), false);
  }

  /** Iterations that a worker may have completed without having reported them. */
  private static long unseen(JobProgress.Gauge gauge) {
    return gauge.secondsPerIteration() > 0
        ? 1 + (long) (Limits.UNREPORTED_SECONDS / gauge.secondsPerIteration())
        : 1;
  }
}
