package io.lull.tray.chart;

/** A visible period. */
public record Span(long fromMillis, long untilMillis) {
  public Span {
    if (fromMillis >= untilMillis) {
      throw new IllegalArgumentException("a span ends after it begins");
    }
  }

  public long lengthMillis() {
    return untilMillis - fromMillis;
  }

  /** The position of a time, from 0 at the left to 1 at the right. */
  public double part(long atMillis) {
    return (atMillis - fromMillis) / (double) lengthMillis();
  }

  /** The time at a position. */
  public long at(double part) {
    return fromMillis + Math.round(part * lengthMillis());
  }

  public boolean overlaps(long from, long until) {
    return from < untilMillis && until > fromMillis;
  }
}
