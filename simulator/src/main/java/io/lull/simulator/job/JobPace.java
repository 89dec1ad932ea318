package io.lull.simulator.job;

import java.time.Duration;
import java.util.function.IntToDoubleFunction;

/**
 * How fast a job goes on.
 *
 * @param iterations after which it ends
 * @param mostWorkers that it ever has
 * @param secondsOn what one of them takes, by the number of its workers
 * @param timed whether it comes to a safe point that is ordered only after so long
 */
public record JobPace(
    long iterations,
    int mostWorkers,
    IntToDoubleFunction secondsOn,
    boolean timed,
    WorkerDelays delays) {
  /** Of jobs on small grids. */
  private static final int FEW = 12;

  private static final double MILLIS_PER_SECOND = 1e3;

  /** On any number of workers. */
  public static JobPace steady(long iterations, Duration each) {
    return new JobPace(
        iterations, FEW, _ -> each.toMillis() / MILLIS_PER_SECOND, false, WorkerDelays.NONE);
  }
}
