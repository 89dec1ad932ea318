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
    final long end = Math.min(to, cells());
    if (from >= end) {
      return;
    }
    final StripCursor cursor = new StripCursor(this, from, end);
    while (cursor.isBeforeEnd()) {
      visitor.strip(cursor.next());
    }
  }
}
