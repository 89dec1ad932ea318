package io.lull.reconfig.forkjoin;

/**
 * Indices of an array whose elements were fetched.
 *
 * @param address of the first one's elements
 * @param indexBytes from one index to the next
 */
record FetchedRange(long from, long to, long address, long indexBytes) {
  static final FetchedRange NONE = new FetchedRange(0, 0, 0, 0);

  boolean has(long index) {
    return index >= from && index < to;
  }

  long addressOf(long index) {
    return address + (index - from) * indexBytes;
  }

  boolean isEmpty() {
    return from >= to;
  }

  /** Some of them. */
  FetchedRange part(IndexRange range) {
    return range.isEmpty()
        ? NONE
        : new FetchedRange(range.from(), range.to(), addressOf(range.from()), indexBytes);
  }
}
