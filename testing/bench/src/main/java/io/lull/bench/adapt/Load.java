package io.lull.bench.adapt;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * What happens to some of a job's computers.
 *
 * @param ranks of the workers that are there at first
 * @param percent what a cell takes there meanwhile, of what it usually takes
 * @param fromSeconds since the job computes
 */
record Load(List<Integer> ranks, int percent, double fromSeconds, double untilSeconds) {
  Load {
    ranks = List.copyOf(ranks);
  }

  static Load onOne(int percent, double fromSeconds) {
    return new Load(List.of(0), percent, fromSeconds, Double.MAX_VALUE);
  }

  static Load onAll(int workers, int percent, double fromSeconds) {
    return new Load(
        IntStream.range(0, workers).boxed().toList(), percent, fromSeconds, Double.MAX_VALUE);
  }

  boolean isThere(double seconds) {
    return seconds >= fromSeconds && seconds < untilSeconds;
  }

  @Override
  public String toString() {
    final double times = percent / (double) PacedGrid.USUAL;
    return untilSeconds == Double.MAX_VALUE
        ? String.format(Locale.ROOT, "%.1f times from %.0f s", times, fromSeconds)
        : String.format(
            Locale.ROOT, "%.1f times, %.0f to %.0f s", times, fromSeconds, untilSeconds);
  }
}
