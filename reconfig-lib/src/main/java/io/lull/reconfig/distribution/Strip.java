package io.lull.reconfig.distribution;

/**
 * Equally long stretches of one line at equal distances.
 *
 * @param plane of the line
 * @param row of the line
 * @param column where the first stretch begins
 * @param length of each stretch in cells
 * @param stride from the start of one stretch to the start of the next
 * @param count of stretches
 */
public record Strip(long plane, long row, long column, long length, long stride, long count) {
  public long cells() {
    return length * count;
  }

  /** Where a stretch begins. */
  public long columnOf(long stretch) {
    return column + stretch * stride;
  }
}
