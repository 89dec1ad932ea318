package io.lull.reconfig.forkjoin;

import java.util.ArrayList;
import java.util.List;

/** Indices, or their places in memory, from one to before another. */
record IndexRange(long from, long to) {
  static final IndexRange NONE = new IndexRange(0, 0);

  boolean isEmpty() {
    return from >= to;
  }

  long length() {
    return Math.max(0, to - from);
  }

  /** How many indices some ranges have. */
  static long count(List<IndexRange> ranges) {
    return ranges.stream().mapToLong(IndexRange::length).sum();
  }

  /** The first so many of the indices of some ranges. */
  static List<IndexRange> first(List<IndexRange> ranges, long count) {
    final List<IndexRange> first = new ArrayList<>();
    long left = count;
    for (final IndexRange each : ranges) {
      final long taken = Math.min(left, each.length());
      if (taken > 0) {
        first.add(new IndexRange(each.from, each.from + taken));
      }
      left -= taken;
    }
    return first;
  }

  /** All of the indices of some ranges but the first so many. */
  static List<IndexRange> after(List<IndexRange> ranges, long count) {
    final List<IndexRange> after = new ArrayList<>();
    long left = count;
    for (final IndexRange each : ranges) {
      final long skipped = Math.min(left, each.length());
      if (skipped < each.length()) {
        after.add(new IndexRange(each.from + skipped, each.to));
      }
      left -= skipped;
    }
    return after;
  }

  /** What it has of another one. */
  IndexRange within(long otherFrom, long otherTo) {
    final long begin = Math.max(from, otherFrom);
    final long end = Math.min(to, otherTo);
    return begin < end ? new IndexRange(begin, end) : NONE;
  }

  /** This and another range, with what lies between them. */
  IndexRange cover(long otherFrom, long otherTo) {
    return from >= to
        ? new IndexRange(otherFrom, otherTo)
        : new IndexRange(Math.min(from, otherFrom), Math.max(to, otherTo));
  }
}
