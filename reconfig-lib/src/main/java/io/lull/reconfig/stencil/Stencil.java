package io.lull.reconfig.stencil;

import java.util.stream.Stream;

/**
 * A cell's new value as an expression over the values before of cells at fixed places around it:
 * for grids of doubles, and for rows of shared arrays of doubles. Immutable; equal expressions are
 * equal values.
 *
 * <p>An expression says in which order it is worked out: {@code a.plus(b).plus(c)} is {@code (a +
 * b) + c}, rounded after each operation as Java's own arithmetic is, and nothing is ever reordered
 * or fused. So a stencil gives the same bits as the same expression in a kernel or in a plain loop,
 * whether the machine works out one cell at a time or eight. (Which NaN a NaN is, is left open.)
 *
 * <p>Jacobi's mean of four neighbours:
 *
 * <pre>{@code
 * Stencil mean = north().plus(south()).plus(west().plus(east())).times(0.25);
 * }</pre>
 */
public sealed interface Stencil {
  /** No expression has more cells, numbers and operations in all. */
  int MAX_NODES = 512;

  /** No expression reads cells that are farther away, in planes, rows or columns. */
  int MAX_REACH = 64;

  /**
   * The value before of a neighbour, or of the cell itself.
   *
   * @param planes after the cell's own, negative: before
   * @param rows down, negative: up
   * @param columns to the right, negative: to the left
   */
  record Cell(int planes, int rows, int columns) implements Stencil {
    public Cell {
      if (Math.max(
              Math.abs((long) planes), Math.max(Math.abs((long) rows), Math.abs((long) columns)))
          > MAX_REACH) {
        throw new IllegalArgumentException(
            "a stencil reaches at most "
                + MAX_REACH
                + " cells far, not "
                + planes
                + " planes, "
                + rows
                + " rows and "
                + columns
                + " columns");
      }
    }
  }

  /** The same number for every cell. */
  record Constant(double value) implements Stencil {}

  /** Two expressions joined; the left one is worked out first. */
  record Operation(Operator operator, Stencil left, Stencil right) implements Stencil {
    public Operation {
      if (1 + left.nodes() + right.nodes() > MAX_NODES) {
        throw new IllegalArgumentException(
            "a stencil has at most "
                + MAX_NODES
                + " cells, numbers and operations: apply two, one after the other");
      }
    }
  }

  /** Java's arithmetic on doubles. */
  enum Operator {
    PLUS,
    MINUS,
    TIMES,
    OVER
  }

  /** The value before of the cell so many rows down and columns to the right. */
  static Stencil at(int rows, int columns) {
    return at(0, rows, columns);
  }

  /** The value before of the cell so many planes after, rows down and columns to the right. */
  static Stencil at(int planes, int rows, int columns) {
    return new Cell(planes, rows, columns);
  }

  /** The value before of the cell itself. */
  static Stencil here() {
    return at(0, 0);
  }

  /** The cell one row before. */
  static Stencil north() {
    return at(-1, 0);
  }

  /** The cell one row after. */
  static Stencil south() {
    return at(1, 0);
  }

  /** The cell one column before. */
  static Stencil west() {
    return at(0, -1);
  }

  /** The cell one column after. */
  static Stencil east() {
    return at(0, 1);
  }

  /** The cell one plane before. */
  static Stencil above() {
    return at(-1, 0, 0);
  }

  /** The cell one plane after. */
  static Stencil below() {
    return at(1, 0, 0);
  }

  /** A number. */
  static Stencil constant(double value) {
    return new Constant(value);
  }

  /** This plus another. */
  default Stencil plus(Stencil other) {
    return new Operation(Operator.PLUS, this, other);
  }

  /** This minus another. */
  default Stencil minus(Stencil other) {
    return new Operation(Operator.MINUS, this, other);
  }

  /** This times another. */
  default Stencil times(Stencil other) {
    return new Operation(Operator.TIMES, this, other);
  }

  /** This times a number. */
  default Stencil times(double factor) {
    return new Operation(Operator.TIMES, this, new Constant(factor));
  }

  /** This divided by another. */
  default Stencil over(Stencil other) {
    return new Operation(Operator.OVER, this, other);
  }

  /** The cells that it reads, from left to right; one that it reads twice is there twice. */
  default Stream<Cell> cells() {
    return switch (this) {
      case Cell cell -> Stream.of(cell);
      case Constant _ -> Stream.empty();
      case Operation(_, Stencil left, Stencil right) -> Stream.concat(left.cells(), right.cells());
    };
  }

  /** How far it reads from the cell, in cells: what a grid's halo must be at least. */
  default int reach() {
    return cells()
        .mapToInt(cell ->
            Math.max(Math.abs(cell.planes), Math.max(Math.abs(cell.rows), Math.abs(cell.columns))))
        .max()
        .orElse(0);
  }

  /** Whether it reads planes other than the cell's own. */
  default boolean readsPlanes() {
    return cells().anyMatch(cell -> cell.planes != 0);
  }

  /** How many cells, numbers and operations it has. */
  default int nodes() {
    return switch (this) {
      case Cell _, Constant _ -> 1;
      case Operation(_, Stencil left, Stencil right) -> 1 + left.nodes() + right.nodes();
    };
  }
}
