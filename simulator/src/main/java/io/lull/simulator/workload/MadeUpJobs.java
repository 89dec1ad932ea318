package io.lull.simulator.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Jobs of one width that come at random (a Poisson process) and take exponentially distributed
 * times. Each job's chance is its own: another job more changes no other.
 *
 * @param count of jobs
 * @param processors of each
 * @param runSeconds on average
 * @param gapSeconds between two submissions, on average
 */
public record MadeUpJobs(int count, int processors, double runSeconds, double gapSeconds) {
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  public List<LoggedJob> draw(long seed) {
    final List<LoggedJob> jobs = new ArrayList<>();
    double at = 0;
    for (int number = 1; number <= count; number++) {
      final SplittableRandom chance = new SplittableRandom(seed ^ number * SPREAD);
      at += gapSeconds * chance.nextExponential();
      final long run = Math.max(1, Math.round(runSeconds * chance.nextExponential()));
      jobs.add(new LoggedJob(number, (long) at, run, processors, run));
    }
    return jobs;
  }
}
