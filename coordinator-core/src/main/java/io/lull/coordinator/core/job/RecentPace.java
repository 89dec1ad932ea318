package io.lull.coordinator.core.job;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What workers last said an iteration takes, in the configuration in force: between the fastest and
 * the slowest of them the job goes on, as far as can be told.
 *
 * @param seconds the oldest first
 * @param loads how long each of the workers computes of it
 */
public record RecentPace(List<Double> seconds, MeasuredLoads loads) {
  public static final RecentPace NONE = new RecentPace(List.of(), MeasuredLoads.NONE);

  /** About half a minute of reports. */
  private static final int MOST = 16;

  /** One says nothing of the range. */
  private static final int FEWEST = 3;

  private static final double UNKNOWN_SPREAD = 0.3;

  /** What slows one of them slows its neighbours, too: so many say no more than one. */
  private static final double HANG_TOGETHER = 4;

  public RecentPace {
    seconds = List.copyOf(seconds);
  }

  /**
   * @param each of what was measured since the last time; 0: nothing was
   */
  RecentPace with(double each) {
    if (each <= 0) {
      return this;
    }
    final List<Double> next = new ArrayList<>(seconds);
    next.add(each);
    return new RecentPace(next.subList(Math.max(0, next.size() - MOST), next.size()), loads);
  }

  RecentPace with(MeasuredLoads next) {
    return new RecentPace(seconds, next);
  }

  /** Empty: too little was measured. */
  public OptionalDouble fastest() {
    return seconds.size() < FEWEST
        ? OptionalDouble.empty()
        : OptionalDouble.of(Collections.min(seconds));
  }

  /** Empty: too little was measured. */
  public OptionalDouble slowest() {
    return seconds.size() < FEWEST
        ? OptionalDouble.empty()
        : OptionalDouble.of(Collections.max(seconds));
  }

  /** How uncertain its mean is, as a standard deviation relative to that. */
  public double relativeSpread() {
    if (seconds.size() < FEWEST) {
      return UNKNOWN_SPREAD;
    }
    final double mean = seconds.stream().mapToDouble(each -> each).average().orElseThrow();
    final double variance =
        seconds.stream().mapToDouble(each -> (each - mean) * (each - mean)).average().orElseThrow();
    final double independent = Math.max(1, seconds.size() / HANG_TOGETHER);
    return Math.sqrt(variance / independent) / mean;
  }
}
