package io.lull.tray.cluster.past;

import io.lull.tray.chart.Bucket;
import io.lull.tray.chart.Scale;
import io.lull.tray.chart.Span;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * What the chart shows.
 *
 * @param greatest number of nodes that there were in sight, of any bucket
 * @param whole everything in sight is known
 */
public record Picture(Span span, List<Bucket> buckets, double greatest, boolean whole) {
  /** How many lines of numbers there is room for. */
  private static final int LINES = 5;

  public Picture {
    buckets = List.copyOf(buckets);
  }

  static Picture of(Span span, List<Bucket> buckets, boolean whole) {
    return new Picture(
        span, buckets, buckets.stream().mapToDouble(Bucket::total).max().orElse(0), whole);
  }

  public Scale scale() {
    return Scale.of(Math.ceil(greatest - 1e-9), LINES);
  }

  /** Of all time in sight in which there were nodes; empty: nothing is known of any. */
  public Optional<Bucket> mean() {
    final List<Bucket> known = buckets.stream().filter(bucket -> bucket.total() > 0).toList();
    final double millis = known.stream().mapToDouble(Bucket::lengthMillis).sum();
    return known.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Bucket(
                known.getFirst().fromMillis(),
                known.getLast().untilMillis(),
                sum(known, Bucket::running) / millis,
                sum(known, Bucket::available) / millis,
                sum(known, Bucket::owner) / millis,
                sum(known, Bucket::offline) / millis));
  }

  private static double sum(List<Bucket> known, ToDoubleFunction<Bucket> nodes) {
    return known.stream()
        .mapToDouble(bucket -> nodes.applyAsDouble(bucket) * bucket.lengthMillis())
        .sum();
  }

  /** What was at a moment; empty: it is not known. */
  public Optional<Bucket> at(long millis) {
    return buckets.stream()
        .filter(bucket -> bucket.fromMillis() <= millis && millis < bucket.untilMillis())
        .findFirst();
  }
}
