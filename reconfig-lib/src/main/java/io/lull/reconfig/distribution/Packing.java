package io.lull.reconfig.distribution;

/**
 * Elements in the order in which they travel, which depends on their indices alone, and where each
 * lies at one end of the way: sender and receiver pack and unpack alike. Any part of them can be
 * packed by itself.
 *
 * @param indices what travels; whatever lies side by side in the last dimension has one owner at
 *     this end
 * @param places where they lie at this end
 */
public record Packing(IndexSet indices, Places places) {
  private static final int ROW = 2;
  private static final int PLANE = 3;

  /** Takes elements in their order. */
  @FunctionalInterface
  public interface StripVisitor {
    void strip(Strip strip);
  }

  /** How many elements travel. */
  public long cells() {
    return indices.cells();
  }

  /** All elements. */
  public void strips(StripVisitor visitor) {
    strips(0, cells(), visitor);
  }

  /**
   * Some elements, in their order, as few strips.
   *
   * @param from the number of the first, counted from 0
   * @param to the number after the last
   */
  public void strips(long from, long to, StripVisitor visitor) {
    visit(0, new long[indices.dimensions().size()], from, to, visitor);
  }

  /**
   * @param at places in the dimensions before
   * @param from counted from the first element that has these places
   */
  private void visit(int dimension, long[] at, long from, long to, StripVisitor visitor) {
    long each = 1;
    for (int d = dimension + 1; d < at.length; d++) {
      each *= indices.dimensions().get(d).size();
    }
    long before = 0;
    for (final Run run : indices.dimensions().get(dimension).runs()) {
      final long here = run.size() * each;
      final long low = Math.max(0, from - before);
      final long high = Math.min(here, to - before);
      before += here;
      if (low >= high) {
        continue;
      }
      if (dimension == at.length - 1) {
        line(run, at, low, high, visitor);
        continue;
      }
      for (long k = low / each; k * each < high; k++) {
        at[dimension] = places.of(dimension, run.index(k));
        visit(
            dimension + 1,
            at,
            Math.max(0, low - k * each),
            Math.min(each, high - k * each),
            visitor);
      }
    }
  }

  /** A part of a run: what is left of an interval, whole intervals, and the start of one. */
  private void line(Run run, long[] at, long from, long to, StripVisitor visitor) {
    final long length = run.length();
    long next = from;
    if (next % length != 0) {
      final long end = Math.min(to, (next / length + 1) * length);
      strip(run, at, next, end - next, 1, visitor);
      next = end;
    }
    final long whole = (to - next) / length;
    if (whole > 0) {
      strip(run, at, next, length, whole, visitor);
      next += whole * length;
    }
    if (next < to) {
      strip(run, at, next, to - next, 1, visitor);
    }
  }

  private void strip(
      Run run, long[] at, long first, long length, long count, StripVisitor visitor) {
    final int last = at.length - 1;
    final long column = places.of(last, run.index(first));
    // A run's stride is one of its owner's periods, so at the owner's it is the same all along.
    final long stride = count > 1 ? places.of(last, run.index(first + length)) - column : length;
    visitor.strip(new Strip(before(at, PLANE), before(at, ROW), column, length, stride, count));
  }

  /** A place in a dimension, counted from the last; 0 where there is none. */
  private static long before(long[] at, int fromLast) {
    return at.length < fromLast ? 0 : at[at.length - fromLast];
  }
}
