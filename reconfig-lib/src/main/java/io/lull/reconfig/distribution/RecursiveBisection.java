package io.lull.reconfig.distribution;

import java.util.ArrayList;
import java.util.List;

/**
 * Weighted recursive bisection: a rectangle is cut across its longer side in the proportion of the
 * two halves' weights, and each part again, until every worker has one rectangle.
 *
 * <p>After P. E. Crandall and M. J. Quinn, "Block data decomposition for data-parallel programming
 * on a heterogeneous workstation network", HPDC 1993.
 */
public final class RecursiveBisection {
  private RecursiveBisection() {}

  /**
   * @param weights one for each part, all greater than zero; a part's share of the cells
   * @return the parts, in the order of the weights; together they cover the grid, each cell once,
   *     none is empty
   * @throws IllegalArgumentException when there are fewer cells than parts
   */
  public static List<Region> divide(long rows, long columns, double[] weights) {
    final Region all = Region.of(rows, columns);
    if (all.cells() < weights.length) {
      throw new IllegalArgumentException(
          "a grid of "
              + rows
              + " x "
              + columns
              + " cells cannot be divided among "
              + weights.length
              + " workers");
    }
    final List<Region> parts = new ArrayList<>(weights.length);
    divide(all, weights, 0, weights.length, parts);
    return List.copyOf(parts);
  }

  private static void divide(
      Region region, double[] weights, int from, int to, List<Region> parts) {
    if (to - from == 1) {
      parts.add(region);
      return;
    }
    final int middle = (from + to + 1) / 2;
    double left = 0;
    double all = 0;
    for (int i = from; i < to; i++) {
      all += weights[i];
      left += i < middle ? weights[i] : 0;
    }
    final boolean byRows = region.rows() >= region.columns();
    final long length = byRows ? region.rows() : region.columns();
    final long breadth = byRows ? region.columns() : region.rows();
    // Each side keeps at least a cell for every worker that is to share it.
    final long least = Math.ceilDiv((long) middle - from, breadth);
    final long most = length - Math.ceilDiv((long) to - middle, breadth);
    if (least > most) {
      throw new IllegalArgumentException(
          "a grid with so few cells cannot be divided among " + weights.length + " workers");
    }
    final long cut = Math.clamp(Math.round(length * (left / all)), least, most);
    if (byRows) {
      final long row = region.rowFrom() + cut;
      divide(
          new Region(region.rowFrom(), row, region.columnFrom(), region.columnTo()),
          weights,
          from,
          middle,
          parts);
      divide(
          new Region(row, region.rowTo(), region.columnFrom(), region.columnTo()),
          weights,
          middle,
          to,
          parts);
    } else {
      final long column = region.columnFrom() + cut;
      divide(
          new Region(region.rowFrom(), region.rowTo(), region.columnFrom(), column),
          weights,
          from,
          middle,
          parts);
      divide(
          new Region(region.rowFrom(), region.rowTo(), column, region.columnTo()),
          weights,
          middle,
          to,
          parts);
    }
  }
}
