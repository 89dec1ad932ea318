package io.lull.tray.chart;

import java.time.Duration;

/**
 * Which part of the time before now is looked at, and within which limits that can be moved.
 *
 * @param following the right edge stays at now
 */
public record VisibleRange(Span span, boolean following) {
  public static final Duration SHORTEST = Duration.ofMinutes(5);
  public static final Duration LONGEST = Duration.ofDays(366);

  /** The coordinator keeps no more. */
  public static final Duration KEPT = Duration.ofDays(400);

  /** The last so long. */
  public static VisibleRange last(Duration length, long nowMillis) {
    final long millis = Math.clamp(length.toMillis(), SHORTEST.toMillis(), LONGEST.toMillis());
    return new VisibleRange(new Span(nowMillis - millis, nowMillis), true);
  }

  /** As it is later. */
  public VisibleRange at(long nowMillis) {
    return following && nowMillis != span.untilMillis()
        ? new VisibleRange(new Span(nowMillis - span.lengthMillis(), nowMillis), true)
        : this;
  }

  /**
   * The same length, earlier or later.
   *
   * @param byMillis to the right where it is more than nothing
   */
  public VisibleRange panned(long byMillis, long nowMillis) {
    return placed(span.fromMillis() + byMillis, span.lengthMillis(), nowMillis);
  }

  /**
   * Longer or shorter, around a moment that stays where it is.
   *
   * @param factor of the length
   * @param anchor where that moment lies, from 0 to 1
   */
  public VisibleRange zoomed(double factor, double anchor, long nowMillis) {
    final long length =
        Math.clamp(
            Math.round(span.lengthMillis() * factor), SHORTEST.toMillis(), LONGEST.toMillis());
    // What follows now goes on doing so: its right edge is the anchor.
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
