package io.lull.apps.mg;

import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.DoubleView;
import io.lull.reconfig.grid.Footprint;

/**
 * The four operations on grids, with the terms in the benchmark's order. A neighbourhood of 27
 * cells has the cell itself, six faces, twelve edges and eight corners.
 */
final class MultigridOperators {
  private static final double CENTRE = -8.0 / 3;
  private static final double EDGES = 1.0 / 6;
  private static final double CORNERS = 1.0 / 12;

  private final double[] smoother;

  MultigridOperators(double[] smoother) {
    this.smoother = smoother;
  }

  /** Faces or, of the columns beside, edges. */
  private static double crossed(DoubleGrid grid, long c, int column) {
    return grid.at(c, 0, -1, column)
        + grid.at(c, 0, 1, column)
        + grid.at(c, -1, 0, column)
        + grid.at(c, 1, 0, column);
  }

  /** Edges or, of the columns beside, corners. */
  private static double diagonal(DoubleGrid grid, long c, int column) {
    return grid.at(c, -1, -1, column)
        + grid.at(c, -1, 1, column)
        + grid.at(c, 1, -1, column)
        + grid.at(c, 1, 1, column);
  }

  /** {@code r = v - A u}; v and r may be the same. */
  void residual(DoubleGrid u, DoubleGrid v, DoubleGrid r) {
    r.update(
        r.all(),
        c ->
            v.at(c)
                - CENTRE * u.at(c)
                - EDGES * (diagonal(u, c, 0) + crossed(u, c, -1) + crossed(u, c, 1))
                - CORNERS * (diagonal(u, c, -1) + diagonal(u, c, 1)),
        u,
        v);
  }

  /** {@code u = u + C r}. */
  void smooth(DoubleGrid r, DoubleGrid u) {
    u.update(
        u.all(),
        c ->
            u.at(c)
                + smoother[0] * r.at(c)
                + smoother[1] * (r.west(c) + r.east(c) + crossed(r, c, 0))
                + smoother[2] * (diagonal(r, c, 0) + crossed(r, c, -1) + crossed(r, c, 1)),
        r);
  }

  /** The coarser grid's cell j is the weighted mean around the finer one's cell 2 j + 1. */
  void restrict(DoubleGrid fine, DoubleGrid coarse) {
    coarse.update(
        coarse.all(),
        fine,
        Footprint.ofFiner(1),
        (_, r, plane, row, column) -> mean(r, 2 * plane + 1, 2 * row + 1, 2 * column + 1));
  }

  private static double mean(DoubleView r, long plane, long row, long column) {
    final double faces =
        r.at(plane, row, column - 1)
            + r.at(plane, row, column + 1)
            + crossed(r, plane, row, column);
    final double edges =
        crossed(r, plane, row, column - 1)
            + crossed(r, plane, row, column + 1)
            + diagonal(r, plane, row, column);
    final double corners =
        diagonal(r, plane, row, column - 1) + diagonal(r, plane, row, column + 1);
    return 0.5 * r.at(plane, row, column) + 0.25 * faces + 0.125 * edges + 0.0625 * corners;
  }

  private static double crossed(DoubleView r, long plane, long row, long column) {
    return r.at(plane, row - 1, column)
        + r.at(plane, row + 1, column)
        + r.at(plane - 1, row, column)
        + r.at(plane + 1, row, column);
  }

  private static double diagonal(DoubleView r, long plane, long row, long column) {
    return r.at(plane - 1, row - 1, column)
        + r.at(plane + 1, row - 1, column)
        + r.at(plane - 1, row + 1, column)
        + r.at(plane + 1, row + 1, column);
  }

  /** Adds to each finer cell the coarser ones beside it, interpolated. */
  void prolongate(DoubleGrid coarse, DoubleGrid fine) {
    fine.update(
        fine.all(),
        coarse,
        Footprint.ofCoarser(),
        (before, z, plane, row, column) -> before + interpolated(z, plane, row, column));
  }

  /** Odd places lie on a coarse cell, even ones half way between two. */
  private static double interpolated(DoubleView z, long plane, long row, long column) {
    final long planes = 1 - (plane & 1);
    final long rows = 1 - (row & 1);
    final long columns = 1 - (column & 1);
    final long p = Math.floorDiv(plane - 1, 2);
    final long r = Math.floorDiv(row - 1, 2);
    final long c = Math.floorDiv(column - 1, 2);
    double sum = stack(z, p, r, c, planes, rows);
    if (columns == 1) {
      sum += stack(z, p, r, c + 1, planes, rows);
    }
    return sum / (1L << (planes + rows + columns));
  }

  /** Of one column: the cells beside it in planes and rows. */
  private static double stack(DoubleView z, long p, long r, long c, long planes, long rows) {
    double sum = z.at(p, r, c);
    if (rows == 1) {
      sum = z.at(p, r + 1, c) + sum;
    }
    if (planes == 1) {
      final double behind = z.at(p + 1, r, c);
      sum = (rows == 1 ? z.at(p + 1, r + 1, c) + behind : behind) + sum;
    }
    return sum;
  }
}
