package io.lull.reconfig.forkjoin;

/** Indices, or their places in memory, from one to before another. */
record IndexRange(long from, long to) {
  static final IndexRange NONE = new IndexRange(0, 0);

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
