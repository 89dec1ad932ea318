package io.lull.reconfig.distribution;

/**
 * What is divided: one declared grid.
 *
 * @param rows of all workers together
 * @param columns of all workers together
 * @param cellBytes of one cell
 */
public record Shape(long rows, long columns, int cellBytes) {

  public Extents extents() {
    return Extents.of(rows, columns);
  }

  public long bytes() {
    return rows * columns * cellBytes;
  }
}
