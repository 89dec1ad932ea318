package io.lull.reconfig.distribution;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A box of cells; the ends are exclusive. Of a grid of two dimensions it is a rectangle in the only
 * plane, of one dimension a stretch of the only row.
 *
 * <p>Its cells have an order: line after line, a line being one row of one plane.
 *
 * @param planeFrom first plane
 * @param planeTo plane after the last
 * @param rowFrom first row
 * @param rowTo row after the last
 * @param columnFrom first column
 * @param columnTo column after the last
 */
public record Region(
    long planeFrom, long planeTo, long rowFrom, long rowTo, long columnFrom, long columnTo) {

  /** No cell at all. */
  public static final Region NOTHING = new Region(0, 1, 0, 0, 0, 0);

  /** A rectangle in the only plane. */
  public Region(long rowFrom, long rowTo, long columnFrom, long columnTo) {
    this(0, 1, rowFrom, rowTo, columnFrom, columnTo);
  }

  public static Region of(long rows, long columns) {
    return new Region(0, rows, 0, columns);
  }

  /** A box of an array, or nothing. */
  public static Region of(IndexSet box) {
    final int last = box.dimensions().size() - 1;
    final Region region =
        new Region(
            first(box, last - 2),
            end(box, last - 2),
            first(box, last - 1),
            end(box, last - 1),
            first(box, last),
            end(box, last));
    return region.isEmpty() ? NOTHING : region;
  }

  private static long first(IndexSet box, int dimension) {
    return dimension < 0 ? 0 : box.first(dimension);
  }

  private static long end(IndexSet box, int dimension) {
    return dimension < 0 ? 1 : box.end(dimension);
  }

  /** The same cells as indices of an array with so many dimensions. */
  public IndexSet indices(int dimensions) {
    final List<Runs> all =
        List.of(
            Runs.between(planeFrom, planeTo),
            Runs.between(rowFrom, rowTo),
            Runs.between(columnFrom, columnTo));
    return new IndexSet(all.subList(all.size() - dimensions, all.size()));
  }

  public long planes() {
    return Math.max(0, planeTo - planeFrom);
  }

  public long rows() {
    return Math.max(0, rowTo - rowFrom);
  }

  public long columns() {
    return Math.max(0, columnTo - columnFrom);
  }

  public long cells() {
    return lines() * columns();
  }

  /** Rows of all planes. */
  public long lines() {
    return planes() * rows();
  }

  /** The plane of a line, the first line being 0. */
  public long planeOf(long line) {
    return planeFrom + line / rows();
  }

  /** The row of a line. */
  public long rowOf(long line) {
    return rowFrom + line % rows();
  }

  /** Which line it is. */
  public long lineOf(long plane, long row) {
    return (plane - planeFrom) * rows() + (row - rowFrom);
  }

  public boolean isEmpty() {
    return planeTo <= planeFrom || rowTo <= rowFrom || columnTo <= columnFrom;
  }

  public boolean contains(long plane, long row, long column) {
    return plane >= planeFrom
        && plane < planeTo
        && row >= rowFrom
        && row < rowTo
        && column >= columnFrom
        && column < columnTo;
  }

  public Region intersect(Region other) {
    return new Region(
        Math.max(planeFrom, other.planeFrom),
        Math.min(planeTo, other.planeTo),
        Math.max(rowFrom, other.rowFrom),
        Math.min(rowTo, other.rowTo),
        Math.max(columnFrom, other.columnFrom),
        Math.min(columnTo, other.columnTo));
  }

  /** What is left of this box without another: at most six, none empty, none in common. */
  public List<Region> without(Region other) {
    final Region hole = intersect(other);
    if (hole.isEmpty()) {
      return isEmpty() ? List.of() : List.of(this);
    }
    return Stream.of(
            planes(planeFrom, hole.planeFrom),
            hole.spread(this).rows(rowFrom, hole.rowFrom),
            new Region(
                hole.planeFrom,
                hole.planeTo,
                hole.rowFrom,
                hole.rowTo,
                columnFrom,
                hole.columnFrom),
            new Region(
                hole.planeFrom, hole.planeTo, hole.rowFrom, hole.rowTo, hole.columnTo, columnTo),
            hole.spread(this).rows(hole.rowTo, rowTo),
            planes(hole.planeTo, planeTo))
        .filter(rest -> !rest.isEmpty())
        .toList();
  }

  /** This box's planes, all of the other's rows and columns. */
  private Region spread(Region other) {
    return other.planes(planeFrom, planeTo);
  }

  /** Other planes of the same rows and columns. */
  private Region planes(long from, long to) {
    return new Region(from, to, rowFrom, rowTo, columnFrom, columnTo);
  }

  private Region rows(long from, long to) {
    return new Region(planeFrom, planeTo, from, to, columnFrom, columnTo);
  }

  /**
   * Boxes of whole lines, in the order of their cells, of no more cells than this each; but at
   * least a line.
   */
  public List<Region> parts(long mostCells) {
    final List<Region> parts = new ArrayList<>();
    if (isEmpty()) {
      return parts;
    }
    final long planesEach = mostCells / (rows() * columns());
    if (planesEach >= 1) {
      for (long plane = planeFrom; plane < planeTo; plane += planesEach) {
        parts.add(planes(plane, Math.min(planeTo, plane + planesEach)));
      }
      return parts;
    }
    final long rowsEach = Math.max(1, mostCells / columns());
    for (long plane = planeFrom; plane < planeTo; plane++) {
      for (long row = rowFrom; row < rowTo; row += rowsEach) {
        parts.add(planes(plane, plane + 1).rows(row, Math.min(rowTo, row + rowsEach)));
      }
    }
    return parts;
  }

  /** The smallest box that has both in it. */
  public Region cover(Region other) {
    if (isEmpty()) {
      return other;
    }
    if (other.isEmpty()) {
      return this;
    }
    return new Region(
        Math.min(planeFrom, other.planeFrom),
        Math.max(planeTo, other.planeTo),
        Math.min(rowFrom, other.rowFrom),
        Math.max(rowTo, other.rowTo),
        Math.min(columnFrom, other.columnFrom),
        Math.max(columnTo, other.columnTo));
  }

  public Region shift(long planes, long rows, long columns) {
    return new Region(
        planeFrom + planes,
        planeTo + planes,
        rowFrom + rows,
        rowTo + rows,
        columnFrom + columns,
        columnTo + columns);
  }

  /** This box with so many cells more on each side. */
  public Region grow(Reach reach) {
    return grow(reach.planes(), reach.rows(), reach.columns());
  }

  /** This box with so many cells fewer on each side. */
  public Region shrink(Reach reach) {
    return grow(-reach.planes(), -reach.rows(), -reach.columns());
  }

  private Region grow(long planes, long rows, long columns) {
    return new Region(
        planeFrom - planes,
        planeTo + planes,
        rowFrom - rows,
        rowTo + rows,
        columnFrom - columns,
        columnTo + columns);
  }
}
