package io.lull.apps.mg;

/**
 * The four operations of the benchmark on slabs of planes, with its terms in its order. Sums over
 * the lines beside a line are made once and used for three cells.
 */
final class SlabOperators {
  private static final double CENTRE = -8.0 / 3;
  private static final double EDGES = 1.0 / 6;
  private static final double CORNERS = 1.0 / 12;

  private final double[] smoother;

  SlabOperators(double[] smoother) {
    this.smoother = smoother;
  }

  /**
   * Of a line: the sums over the four lines that share a face with it, and over the four others.
   */
  private static final class Beside {
    private final double[] faces;
    private final double[] diagonals;

    Beside(Slab slab) {
      this.faces = new double[slab.width()];
      this.diagonals = new double[slab.width()];
    }

    /** The diagonal lines of the plane before come first. */
    void sum(Slab slab, int plane, int row) {
      sumFaces(slab, plane, row);
      sumDiagonals(
          slab.cells(),
          slab.line(plane - 1, row - 1),
          slab.line(plane - 1, row + 1),
          slab.line(plane + 1, row - 1),
          slab.line(plane + 1, row + 1));
    }

    /** As {@link #sum}, but those of the row before come first: in floating point that matters. */
    void sumByRows(Slab slab, int plane, int row) {
      sumFaces(slab, plane, row);
      sumDiagonals(
          slab.cells(),
          slab.line(plane - 1, row - 1),
          slab.line(plane + 1, row - 1),
          slab.line(plane - 1, row + 1),
          slab.line(plane + 1, row + 1));
    }

    private void sumFaces(Slab slab, int plane, int row) {
      final double[] cells = slab.cells();
      final int north = slab.line(plane, row - 1);
      final int south = slab.line(plane, row + 1);
      final int above = slab.line(plane - 1, row);
      final int below = slab.line(plane + 1, row);
      for (int i = 0; i < faces.length; i++) {
        faces[i] = cells[north + i] + cells[south + i] + cells[above + i] + cells[below + i];
      }
    }

    private void sumDiagonals(double[] cells, int first, int second, int third, int fourth) {
      for (int i = 0; i < diagonals.length; i++) {
        diagonals[i] = cells[first + i] + cells[second + i] + cells[third + i] + cells[fourth + i];
      }
    }
  }

  /** {@code r = v - A u}; v and r may be the same. */
  void residual(Slab u, Slab v, Slab r) {
    final Beside beside = new Beside(u);
    final double[] cells = u.cells();
    for (int plane = 0; plane < u.planes(); plane++) {
      for (int row = 0; row < u.side(); row++) {
        beside.sum(u, plane, row);
        final double[] faces = beside.faces;
        final double[] diagonals = beside.diagonals;
        final int line = u.line(plane, row);
        for (int i = 1; i <= u.side(); i++) {
          r.cells()[line + i] =
              v.cells()[line + i]
                  - CENTRE * cells[line + i]
                  - EDGES * (diagonals[i] + faces[i - 1] + faces[i + 1])
                  - CORNERS * (diagonals[i - 1] + diagonals[i + 1]);
        }
      }
    }
  }

  /** {@code u = u + C r}. */
  void smooth(Slab r, Slab u) {
    final Beside beside = new Beside(r);
    final double[] cells = r.cells();
    final double[] into = u.cells();
    for (int plane = 0; plane < u.planes(); plane++) {
      for (int row = 0; row < u.side(); row++) {
        beside.sum(r, plane, row);
        final double[] faces = beside.faces;
        final double[] diagonals = beside.diagonals;
        final int line = u.line(plane, row);
        for (int i = 1; i <= u.side(); i++) {
          into[line + i] =
              into[line + i]
                  + smoother[0] * cells[line + i]
                  + smoother[1] * (cells[line + i - 1] + cells[line + i + 1] + faces[i])
                  + smoother[2] * (diagonals[i] + faces[i - 1] + faces[i + 1]);
        }
      }
    }
  }

  /** The coarser grid's cell j is the weighted mean around the finer one's cell 2 j + 1. */
  static void restrict(Slab fine, Slab coarse) {
    final Beside beside = new Beside(fine);
    final double[] cells = fine.cells();
    for (int plane = 0; plane < coarse.planes(); plane++) {
      for (int row = 0; row < coarse.side(); row++) {
        beside.sumByRows(fine, 2 * plane + 1, 2 * row + 1);
        final double[] faces = beside.faces;
        final double[] diagonals = beside.diagonals;
        final int from = fine.line(2 * plane + 1, 2 * row + 1);
        final int to = coarse.line(plane, row);
        for (int column = 0; column < coarse.side(); column++) {
          final int i = 2 * column + 2;
          coarse.cells()[to + column + 1] =
              0.5 * cells[from + i]
                  + 0.25 * (cells[from + i - 1] + cells[from + i + 1] + faces[i])
                  + 0.125 * (faces[i - 1] + faces[i + 1] + diagonals[i])
                  + 0.0625 * (diagonals[i - 1] + diagonals[i + 1]);
        }
      }
    }
  }

  /**
   * Adds to each finer cell the coarser ones beside it, interpolated: odd places lie on a coarse
   * cell, even ones half way between two.
   */
  static void prolongate(Slab coarse, Slab fine) {
    final double[] stack = new double[coarse.width()];
    final double[] into = fine.cells();
    for (int plane = 0; plane < fine.planes(); plane++) {
      for (int row = 0; row < fine.side(); row++) {
        final int between = stack(coarse, plane, row, stack);
        final int line = fine.line(plane, row);
        for (int column = 0; column < coarse.side(); column++) {
          into[line + 2 * column + 1] += (stack[column] + stack[column + 1]) / (2 * between);
          into[line + 2 * column + 2] += stack[column + 1] / between;
        }
      }
    }
  }

  /**
   * The sums of the coarse lines beside a fine one.
   *
   * @return how many they are
   */
  private static int stack(Slab coarse, int plane, int row, double[] stack) {
    final boolean planes = (plane & 1) == 0;
    final boolean rows = (row & 1) == 0;
    final int p = Math.floorDiv(plane - 1, 2);
    final int r = Math.floorDiv(row - 1, 2);
    final double[] cells = coarse.cells();
    final int own = coarse.line(p, r);
    final int south = coarse.line(p, r + 1);
    final int below = coarse.line(p + 1, r);
    final int belowSouth = coarse.line(p + 1, r + 1);
    for (int i = 0; i < stack.length; i++) {
      double sum = cells[own + i];
      if (rows) {
        sum = cells[south + i] + sum;
      }
      if (planes) {
        sum = (rows ? cells[belowSouth + i] + cells[below + i] : cells[below + i]) + sum;
      }
      stack[i] = sum;
    }
    return (planes ? 2 : 1) * (rows ? 2 : 1);
  }
}
