package io.lull.reconfig.forkjoin;

import io.lull.reconfig.distribution.Run;
import io.lull.reconfig.distribution.Runs;
import java.util.ArrayList;
import java.util.List;

/**
 * Indices that follow from an iteration's number: iteration i reads those from b + first to b +
 * last, both included, as far as the array has them, where b is stride &middot; i / divisor,
 * rounded down. A stride of 2 reads a finer array and a divisor of 2 a coarser one, as in
 * multigrid; a stride of -1 reads an array from its end.
 *
 * @param divisor at least 1
 * @param last not before the first
 */
public record AffineRange(long stride, long divisor, long first, long last) {
  private static final long MOST_STRIDE = 1 << 20;
  private static final long FARTHEST = 1L << 40;

  /**
   * @throws IllegalArgumentException when a number is too great, or the last one before the first
   */
  public AffineRange {
    if (Math.abs(stride) > MOST_STRIDE
        || divisor < 1
        || divisor > MOST_STRIDE
        || Math.abs(first) > FARTHEST
        || Math.abs(last) > FARTHEST
        || last < first) {
      throw new IllegalArgumentException(
          "iteration i reads from stride * i / divisor + first to stride * i / divisor + last, with"
              + " a stride and a divisor up to 2^20 and numbers up to 2^40, first before last; not"
              + " with stride "
              + stride
              + ", divisor "
              + divisor
              + ", first "
              + first
              + ", last "
              + last);
    }
  }

  /** One index for each iteration. */
  public static AffineRange of(long stride, long first) {
    return of(stride, first, first);
  }

  /** Indices without a divisor. */
  public static AffineRange of(long stride, long first, long last) {
    return new AffineRange(stride, 1, first, last);
  }

  /** The same, where the iteration's number times the stride is divided first. */
  public AffineRange dividedBy(long by) {
    return new AffineRange(stride, by, first, last);
  }

  private long base(long i) {
    return Math.floorDiv(stride * i, divisor);
  }

  /** What an iteration reads of an array with so many indices. */
  IndexRange at(long i, long length) {
    return new IndexRange(base(i) + first, base(i) + last + 1).within(0, length);
  }

  /** What some iterations read of an array with so many indices. */
  Runs at(IndexRange iterations, long length) {
    if (iterations.isEmpty()) {
      return Runs.between(0, 0);
    }
    final long one = base(iterations.from());
    final long other = base(iterations.to() - 1);
    final long lowest = Math.min(one, other) + first;
    final long width = last - first + 1;
    final long apart = Math.abs(stride);
    if (divisor == 1 && width < apart) {
      return separate(lowest, width, apart, iterations.length()).intersect(Runs.between(0, length));
    }
    return Runs.between(
        Math.clamp(lowest, 0, length), Math.clamp(Math.max(one, other) + last + 1, 0, length));
  }

  /** Intervals that do not touch each other, without what lies below 0. */
  private static Runs separate(long lowest, long width, long apart, long count) {
    final long below = lowest < 0 ? Math.min(count, Math.ceilDiv(-lowest, apart)) : 0;
    final List<Run> runs = new ArrayList<>();
    final long cut = lowest + (below - 1) * apart + width;
    if (below > 0 && cut > 0) {
      runs.add(Run.between(0, cut));
    }
    if (below < count) {
      runs.add(new Run(lowest + below * apart, width, apart, count - below));
    }
    return new Runs(runs);
  }
}
