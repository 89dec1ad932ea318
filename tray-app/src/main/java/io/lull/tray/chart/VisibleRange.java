package io.lull.tray.chart;

import java.time.Duration;

/**
 * The visible part of the past, and the limits within which it can move.
 *
 * @param following the right edge stays at now
 */
public record VisibleRange(Span span, boolean following) {
  public static final Duration SHORTEST = Duration.ofMinutes(5);
  public static final Duration LONGEST = Duration.ofDays(366);

  /** The coordinator keeps no more. */
  public static final Duration KEPT = Duration.ofDays(400);

  /** The last period of this length. */
  public static VisibleRange last(Duration length, long nowMillis) {
    final long millis = Math.clamp(length.toMillis(), SHORTEST.toMillis(), LONGEST.toMillis());
    return new VisibleRange(new Span(nowMillis - millis, nowMillis), true);
  }

  /** The range at a later time. */
  public VisibleRange at(long nowMillis) {
    return following && nowMillis != span.untilMillis()
        ? new VisibleRange(new Span(nowMillis - span.lengthMillis(), nowMillis), true)
        : this;
  }

  /**
   * The same length, earlier or later.
   *
   * @param byMillis to the right if positive
   */
  public VisibleRange panned(long byMillis, long nowMillis) {
    return placed(span.fromMillis() + byMillis, span.lengthMillis(), nowMillis);
  }

  /**
   * Longer or shorter, around a fixed time.
   *
   * @param factor of the length
   * @param anchor the position of that time, from 0 to 1
   */
  public VisibleRange zoomed(double factor, double anchor, long nowMillis) {
    final long length =
        Math.clamp(
            Math.round(span.lengthMillis() * factor), SHORTEST.toMillis(), LONGEST.toMillis());
    // A range that follows now keeps following: its right edge is the anchor.
    final double fixed = following ? 1 : anchor;
    return placed(span.at(fixed) - Math.round(fixed * length), length, nowMillis);
  }

  private static VisibleRange placed(long fromMillis, long lengthMillis, long nowMillis) {
    final long earliest = nowMillis - KEPT.toMillis();
    final long latest = nowMillis - lengthMillis;
    final long from = Math.max(earliest, Math.min(latest, fromMillis));
    return new VisibleRange(new Span(from, from + lengthMillis), from >= latest);
  }
}
