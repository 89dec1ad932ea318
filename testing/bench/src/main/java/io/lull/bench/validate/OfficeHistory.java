package io.lull.bench.validate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * What happens in an office: when owners use their computers, and which jobs are submitted.
 *
 * @param visits in the order of their begin
 * @param jobs in the order of their submission
 */
record OfficeHistory(long seed, List<Visit> visits, List<PlannedJob> jobs) {
  private static final double MEAN_AWAY_MILLIS = 75_000;
  private static final double MEAN_THERE_MILLIS = 20_000;
  private static final long SHORTEST_MILLIS = 3_000;
  private static final long LEAVES_AFTER_MILLIS = 1_000;

  /** Of the time, from its beginning, in which jobs are submitted. */
  private static final double SUBMITTED_WITHIN = 0.5;

  /** The longest jobs take such a part of a history, the shortest a third of that. */
  private static final double LONGEST_JOB = 0.5;

  private static final int LEAST_SECONDS = 2;

  OfficeHistory {
    visits = List.copyOf(visits);
    jobs = List.copyOf(jobs);
  }

  /**
   * An owner uses a computer without pause.
   *
   * @param node from 1
   * @param fromMillis since the beginning, as all times here
   */
  record Visit(int node, long fromMillis, long untilMillis) {}

  /**
   * A job with perfect speed-up.
   *
   * @param workers at most
   * @param seconds on so many
   */
  record PlannedJob(long submitMillis, int workers, int seconds) {
    private static final double ITERATION_SECONDS = 0.5;

    long iterations() {
      return Math.round(seconds / ITERATION_SECONDS);
    }

    double secondsPerIteration(int on) {
      return (double) seconds * workers / iterations() / on;
    }
  }

  /**
   * Owners stay away after the length; jobs go on until they have ended. At first all owners are
   * there and leave one after the other: so it is always the same which computer is idle longest.
   *
   * @param leadMillis until then owners do not come back, and no jobs are submitted
   */
  static OfficeHistory drawn(long seed, int nodes, int jobs, long leadMillis, long lengthMillis) {
    final RandomGenerator chance = new SplittableRandom(seed);
    final List<Visit> visits = new ArrayList<>();
    for (int node = 1; node <= nodes; node++) {
      visits.add(new Visit(node, 0, node * LEAVES_AFTER_MILLIS));
      long at = leadMillis + spell(chance, MEAN_AWAY_MILLIS);
      while (at + SHORTEST_MILLIS < lengthMillis) {
        final long until = Math.min(lengthMillis, at + spell(chance, MEAN_THERE_MILLIS));
        visits.add(new Visit(node, at, until));
        at = until + spell(chance, MEAN_AWAY_MILLIS);
      }
    }
    visits.sort(Comparator.comparingLong(Visit::fromMillis));
    final List<PlannedJob> planned = new ArrayList<>();
    final int longest =
        (int) Math.max(2 * LEAST_SECONDS, LONGEST_JOB * (lengthMillis - leadMillis) / 1e3);
    final int shortest = Math.max(LEAST_SECONDS, longest / 3);
    for (int job = 0; job < jobs; job++) {
      planned.add(
          new PlannedJob(
              leadMillis
                  + Math.round(
                      chance.nextDouble() * SUBMITTED_WITHIN * (lengthMillis - leadMillis)),
              1 + chance.nextInt(Math.max(1, nodes / 2)),
              chance.nextInt(shortest, longest + 1)));
    }
    planned.sort(Comparator.comparingLong(PlannedJob::submitMillis));
    return new OfficeHistory(seed, visits, planned);
  }

  private static long spell(RandomGenerator chance, double meanMillis) {
    return SHORTEST_MILLIS + Math.round(-Math.log(1 - chance.nextDouble()) * meanMillis);
  }

  /** When all owners have been away for so long, and some seconds more. */
  static long leadMillis(int nodes, long idleAfterMillis) {
    return nodes * LEAVES_AFTER_MILLIS + idleAfterMillis + SHORTEST_MILLIS;
  }

  /** The same, with the jobs submitted when they were in another record of it. */
  OfficeHistory submittedAsIn(OfficeRecord record) {
    final List<PlannedJob> moved = new ArrayList<>();
    for (int job = 0; job < jobs.size(); job++) {
      moved.add(
          new PlannedJob(
              record.jobs().get(job).submittedMillis(),
              jobs.get(job).workers(),
              jobs.get(job).seconds()));
    }
    return new OfficeHistory(seed, visits, moved);
  }
}
