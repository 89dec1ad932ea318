package io.lull.tray.chart;

import java.util.List;
import java.util.stream.LongStream;

/**
 * A unit of fetching: fixed periods, so that a fetched one is useful wherever the chart moves.
 *
 * @param number of the period since 1970, in local time
 */
public record HistoryTile(BucketLength level, long number) {
  static final int BUCKETS = 256;

  /** All tiles that overlap a span. */
  public static List<HistoryTile> of(BucketLength level, Span span, long offsetMillis) {
    final long length = level.millis() * BUCKETS;
    return LongStream.rangeClosed(
            Math.floorDiv(span.fromMillis() + offsetMillis, length),
            Math.floorDiv(span.untilMillis() - 1 + offsetMillis, length))
        .mapToObj(number -> new HistoryTile(level, number))
        .toList();
  }

  /**
   * @param offsetMillis of the local time, by which days begin at midnight
   */
  public Span span(long offsetMillis) {
    final long length = level.millis() * BUCKETS;
    final long from = number * length - offsetMillis;
    return new Span(from, from + length);
  }

  public HistoryTile before() {
    return new HistoryTile(level, number - 1);
  }

  public HistoryTile after() {
    return new HistoryTile(level, number + 1);
  }
}
