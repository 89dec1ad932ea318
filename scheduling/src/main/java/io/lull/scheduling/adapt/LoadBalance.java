package io.lull.scheduling.adapt;

import java.util.List;
import java.util.Optional;

/**
 * How a program's data should be shared out among the workers that it has, by how long each of them
 * computes. A worker that takes {@code t} seconds for the share {@code s} works through {@code s/t}
 * of the data in a second; all take equally long when each has a share in proportion to that. The
 * method is the dynamic load balance of J. Weissman, <i>Predicting the Cost and Benefit of Adapting
 * Data Parallel Applications in Clusters</i>, JPDC 2002; speeds are those measured, instead of one
 * divided by the load.
 */
public final class LoadBalance {
  /** Cuts follow weights to within a twentieth; less than twice that is left as it is. */
  private static final double LEAST_EXCESS = 0.1;

  /** What is that many standard deviations of a median from nothing is not noise. */
  private static final double SURE = 3;

  /** How much longer than ideal the slowest worker takes after the change: what cuts allow. */
  private static final double AFTER = 1.03;

  /** More than this, one worker is never taken to be faster than another. */
  private static final double MOST_FACTOR = 256;

  private LoadBalance() {}

  /**
   * A better division.
   *
   * @param weights by rank: relative speeds, the slowest worker's being 1
   * @param secondsNow what the slowest worker takes between two safe points
   * @param secondsThen what each is to take after the change
   * @param secondsInAll from one safe point to the next, waiting included
   * @param certain whether the difference is greater than the cuts' tolerance, not noise, and there
   *     in the newest window, too: workers do not report at the same moment, so that for a moment
   *     some seem to be slower when all are, or still are when none is
   */
  public record Proposal(
      List<Double> weights,
      double secondsNow,
      double secondsThen,
      double secondsInAll,
      boolean certain) {
    public Proposal {
      weights = List.copyOf(weights);
    }

    /**
     * The part of the present time that is lost: from 0, as long as there is nothing to gain. A
     * program that waits for its own pace loses little, whoever is slow.
     */
    public double lostPart() {
      return Math.max(0, (secondsNow - secondsThen) / Math.max(secondsNow, secondsInAll));
    }
  }

  /**
   * Empty for one worker alone: there is nothing to divide.
   *
   * @param loads by rank, all of the same windows
   * @param secondsInAll from one safe point to the next, waiting included; 0: it is not known
   */
  public static Optional<Proposal> of(List<WorkerLoad> loads, double secondsInAll) {
    if (loads.size() < 2) {
      return Optional.empty();
    }
    final double all = loads.stream().mapToDouble(WorkerLoad::share).sum();
    final double speed = loads.stream().mapToDouble(WorkerLoad::speed).sum();
    final double slowest = loads.stream().mapToDouble(WorkerLoad::speed).min().orElseThrow();
    final double now = loads.stream().mapToDouble(WorkerLoad::seconds).max().orElseThrow();
    final double ideal = all / speed;
    final double noise =
        loads.stream()
            .mapToDouble(load -> load.noise() / Math.sqrt(load.computingSeconds().size()))
            .max()
            .orElseThrow();
    return Optional.of(
        new Proposal(
            loads.stream()
                .map(load -> rounded(Math.min(MOST_FACTOR, load.speed() / slowest)))
                .toList(),
            now,
            ideal * AFTER,
            secondsInAll,
            now / ideal > 1 + Math.max(LEAST_EXCESS, SURE * noise)
                && newestExcess(loads, all) > 1 + LEAST_EXCESS));
  }

  /** How much longer than ideal the slowest worker took in the newest window. */
  private static double newestExcess(List<WorkerLoad> loads, double all) {
    final double slowest =
        loads.stream().mapToDouble(WorkerLoad::newestSeconds).max().orElseThrow();
    final double speed =
        loads.stream().mapToDouble(load -> load.share() / load.newestSeconds()).sum();
    return slowest * speed / all;
  }

  private static double rounded(double weight) {
    return Math.round(100 * weight) / 100.0;
  }
}
