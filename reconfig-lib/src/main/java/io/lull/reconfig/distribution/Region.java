package io.lull.reconfig.distribution;

import java.util.List;
import java.util.stream.Stream;

/**
 * A rectangle of cells; the ends are exclusive.
 *
 * @param rowFrom first row
 * @param rowTo row after the last
 * @param columnFrom first column
 * @param columnTo column after the last
 */
public record Region(long rowFrom, long rowTo, long columnFrom, long columnTo) {

  public static Region of(long rows, long columns) {
    return new Region(0, rows, 0, columns);
  }

  /** A rectangle of a two-dimensional array. */
  public static Region of(IndexSet box) {
    return new Region(box.first(0), box.end(0), box.first(1), box.end(1));
  }

  /** This rectangle, which is not empty, as elements of a two-dimensional array. */
  public IndexSet indices() {
    return new IndexSet(List.of(Runs.between(rowFrom, rowTo), Runs.between(columnFrom, columnTo)));
  }

  public long rows() {
    return Math.max(0, rowTo - rowFrom);
  }

  public long columns() {
    return Math.max(0, columnTo - columnFrom);
  }

  public long cells() {
    return rows() * columns();
  }

  public boolean isEmpty() {
    return rowTo <= rowFrom || columnTo <= columnFrom;
  }

  public boolean contains(long row, long column) {
    return row >= rowFrom && row < rowTo && column >= columnFrom && column < columnTo;
  }

  public Region intersect(Region other) {
    return new Region(
        Math.max(rowFrom, other.rowFrom),
        Math.min(rowTo, other.rowTo),
        Math.max(columnFrom, other.columnFrom),
        Math.min(columnTo, other.columnTo));
  }

  /** What is left of this rectangle without another: at most four, none empty, none in common. */
  public List<Region> without(Region other) {
    final Region hole = intersect(other);
    if (hole.isEmpty()) {
      return isEmpty() ? List.of() : List.of(this);
    }
    return Stream.of(
            new Region(rowFrom, hole.rowFrom, columnFrom, columnTo),
            new Region(hole.rowFrom, hole.rowTo, columnFrom, hole.columnFrom),
            new Region(hole.rowFrom, hole.rowTo, hole.columnTo, columnTo),
            new Region(hole.rowTo, rowTo, columnFrom, columnTo))
        .filter(rest -> !rest.isEmpty())
        .toList();
  }

  public Region shift(long rows, long columns) {
    return new Region(rowFrom + rows, rowTo + rows, columnFrom + columns, columnTo + columns);
  }

  /** This rectangle with so many cells more (or fewer, when negative) on each side. */
  public Region grow(long margin) {
    return new Region(rowFrom - margin, rowTo + margin, columnFrom - margin, columnTo + margin);
  }
}
