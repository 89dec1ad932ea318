package io.lull.reconfig.distribution;

/**
 * The extents and cells of one declared grid.
 *
 * @param extents of all workers together
 * @param cellBytes of one cell
 * @param division how
 */
public record Shape(Extents extents, int cellBytes, Division division) {

  /** Divided by bisection. */
  public Shape(Extents extents, int cellBytes) {
    this(extents, cellBytes, Division.bisection());
  }

  /** Of two dimensions, divided by bisection. */
  public Shape(long rows, long columns, int cellBytes) {
    this(Extents.of(rows, columns), cellBytes);
  }

  /** Then the two are divided alike: the same index is the same worker's. */
  public boolean isDividedAs(Shape other) {
    return extents.equals(other.extents) && division.equals(other.division);
  }

  public long planes() {
    return length(Extents.MOST_DIMENSIONS);
  }

  public long rows() {
    return length(2);
  }

  public long columns() {
    return length(1);
  }

  /** Of a dimension, counted from the last; 1 where there is none. */
  private long length(int fromLast) {
    return extents.dimensions() < fromLast ? 1 : extents.length(extents.dimensions() - fromLast);
  }

  /** All of it. */
  public Region all() {
    return new Region(0, planes(), 0, rows(), 0, columns());
  }

  public long bytes() {
    return extents.cells() * cellBytes;
  }
}
