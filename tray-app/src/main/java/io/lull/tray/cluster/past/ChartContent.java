package io.lull.tray.cluster.past;

import io.lull.tray.chart.Scale;
import io.lull.tray.chart.Span;
import io.lull.tray.chart.UseBucket;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The chart's content.
 *
 * @param greatest number of nodes in the visible range, of any bucket
 * @param whole everything visible is known
 */
public record ChartContent(Span span, List<UseBucket> buckets, double greatest, boolean whole) {
  /** The number of lines that fit. */
  private static final int LINES = 5;

  public ChartContent {
    buckets = List.copyOf(buckets);
  }

  static ChartContent of(Span span, List<UseBucket> buckets, boolean whole) {
    return new ChartContent(
        span, buckets, buckets.stream().mapToDouble(UseBucket::total).max().orElse(0), whole);
  }

  public Scale scale() {
    return Scale.of(Math.ceil(greatest - 1e-9), LINES);
  }

  /** Means over the visible time with any nodes; empty: nothing is known. */
  public Optional<UseBucket> mean() {
    final List<UseBucket> known = buckets.stream().filter(bucket -> bucket.total() > 0).toList();
    final double millis = known.stream().mapToDouble(UseBucket::lengthMillis).sum();
    return known.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new UseBucket(
                known.getFirst().fromMillis(),
                known.getLast().untilMillis(),
                sum(known, UseBucket::running) / millis,
                sum(known, UseBucket::available) / millis,
                sum(known, UseBucket::owner) / millis,
                sum(known, UseBucket::offline) / millis));
  }

  private static double sum(List<UseBucket> known, ToDoubleFunction<UseBucket> nodes) {
    return known.stream()
        .mapToDouble(bucket -> nodes.applyAsDouble(bucket) * bucket.lengthMillis())
        .sum();
  }

  /** The bucket at a time; empty: not known. */
  public Optional<UseBucket> at(long millis) {
    return buckets.stream()
        .filter(bucket -> bucket.fromMillis() <= millis && millis < bucket.untilMillis())
        .findFirst();
  }
}
