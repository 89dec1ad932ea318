package io.lull.tray.chart;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * How many nodes were idle at each hour of the week, in local time.
 *
 * @param idle means for each hour from Monday's first; NaN if unknown
 * @param nodes the mean number of nodes at that hour
 */
public record HoursOfWeek(List<Double> idle, List<Double> nodes) {
  public static final int HOURS = 24;
  public static final int DAYS = 7;

  /** Less than half a machine, on average, counts as none. */
  private static final double LEAST = 0.5;

  /** Nothing is known. */
  public static final HoursOfWeek NONE = of(List.of(), ZoneOffset.UTC);

  public HoursOfWeek {
    idle = List.copyOf(idle);
    nodes = List.copyOf(nodes);
  }

  /** An hour of the week: Monday is day 0. */
  public record Best(int day, int hour, double idle, double nodes) {}

  /**
   * @param buckets each within one hour; those without any node are ignored
   */
  public static HoursOfWeek of(Collection<UseBucket> buckets, ZoneId zone) {
    final double[] idle = new double[DAYS * HOURS];
    final double[] nodes = new double[DAYS * HOURS];
    final double[] millis = new double[DAYS * HOURS];
    for (final UseBucket bucket : buckets) {
      if (bucket.total() > 0) {
        final ZonedDateTime local = Instant.ofEpochMilli(bucket.fromMillis()).atZone(zone);
        final int hour = (local.getDayOfWeek().getValue() - 1) * HOURS + local.getHour();
        final double length = bucket.untilMillis() - bucket.fromMillis();
        idle[hour] += bucket.available() * length;
        nodes[hour] += bucket.total() * length;
        millis[hour] += length;
      }
    }
    for (int h = 0; h < idle.length; h++) {
      idle[h] /= millis[h];
      nodes[h] /= millis[h];
    }
    return new HoursOfWeek(
        DoubleStream.of(idle).boxed().toList(), DoubleStream.of(nodes).boxed().toList());
  }

  public double idle(int day, int hour) {
    return idle.get(day * HOURS + hour);
  }

  public double nodes(int day, int hour) {
    return nodes.get(day * HOURS + hour);
  }

  public boolean known(int day, int hour) {
    return !Double.isNaN(idle(day, hour));
  }

  /** Of the whole week. */
  public double greatest() {
    return best().map(Best::idle).orElse(0.0);
  }

  /** The hour at which most nodes are idle, the first of equals; empty: unknown, or none. */
  public Optional<Best> best() {
    Best best = null;
    for (int day = 0; day < DAYS; day++) {
      for (int hour = 0; hour < HOURS; hour++) {
        if (known(day, hour) && (best == null || idle(day, hour) > best.idle())) {
          best = new Best(day, hour, idle(day, hour), nodes(day, hour));
        }
      }
    }
    return Optional.ofNullable(best).filter(hour -> hour.idle() >= LEAST);
  }
}
