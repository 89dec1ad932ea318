package io.lull.reconfig.forkjoin;

/** Indices, or their places in memory, from one to before another. */
record IndexRange(long from, long to) {
  static final IndexRange NONE = new IndexRange(0, 0);

  /** This and another range, with what lies between them. */
  IndexRange cover(long otherFrom, long otherTo) {
    return from >= to
        ? new IndexRange(otherFrom, otherTo)
        : new IndexRange(Math.min(from, otherFrom), Math.max(to, otherTo));
  }
}
