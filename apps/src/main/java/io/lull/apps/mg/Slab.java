package io.lull.apps.mg;

/**
 * Some planes of a cubic grid, with a border of one cell on every side that repeats the cells
 * beyond. Cell (plane, row, column) of the slab, from 0, lies at {@code (plane + 1, row + 1, column
 * + 1)}.
 */
final class Slab {
  private final int planes;
  private final int side;
  private final int width;
  private final double[] cells;

  Slab(int planes, int side) {
    this.planes = planes;
    this.side = side;
    this.width = side + 2;
    this.cells = new double[(planes + 2) * width * width];
  }

  int planes() {
    return planes;
  }

  int side() {
    return side;
  }

  /** Cells of a plane, its border included. */
  int planeCells() {
    return width * width;
  }

  int width() {
    return width;
  }

  double[] cells() {
    return cells;
  }

  /** Where a line of cells begins: its border cell; plane and row from -1. */
  int line(int plane, int row) {
    return ((plane + 1) * width + row + 1) * width;
  }

  /** The borders of each plane's rows and columns repeat the other side. */
  void wrapRowsAndColumns() {
    for (int plane = 0; plane < planes; plane++) {
      for (int row = 0; row < side; row++) {
        final int line = line(plane, row);
        cells[line] = cells[line + side];
        cells[line + side + 1] = cells[line + 1];
      }
      System.arraycopy(cells, line(plane, side - 1), cells, line(plane, -1), width);
      System.arraycopy(cells, line(plane, 0), cells, line(plane, side), width);
    }
  }

  /** A plane with its border, from -1. */
  double[] plane(int plane) {
    final double[] copy = new double[planeCells()];
    System.arraycopy(cells, line(plane, -1), copy, 0, copy.length);
    return copy;
  }

  void setPlane(int plane, double[] values) {
    System.arraycopy(values, 0, cells, line(plane, -1), values.length);
  }
}
