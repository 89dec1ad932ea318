package io.lull.reconfig.distribution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The kind of distribution of an array, independent of the number of workers: an immutable value.
 * With the workers given it becomes a {@link Distribution}.
 */
public sealed interface Division {

  /** Compact boxes, weighted: short borders. */
  record Bisection() implements Division {}

  /**
   * Blocks of whole rows, columns or planes, weighted.
   *
   * @param fromLast the dimension that is cut, counted from the last, which is 1
   */
  record WholeLines(int fromLast) implements Division {}

  /**
   * Blocks dealt out in turn on a grid of processes, to each worker as many, whatever its speed.
   *
   * @param blockLengths in each dimension; none: blocks of one element
   */
  record Dealt(List<Long> blockLengths) implements Division {
    public Dealt {
      blockLengths = List.copyOf(blockLengths);
      if (blockLengths.stream().anyMatch(length -> length < 1)) {
        throw new IllegalArgumentException(
            "blocks are dealt out with lengths from 1, not " + blockLengths);
      }
    }

    /** Of an array with so many dimensions. */
    public List<Long> blockLengths(int dimensions) {
      return blockLengths.isEmpty() ? Collections.nCopies(dimensions, 1L) : blockLengths;
    }

    /** As {@link Division#among}, which asks for weights. */
    public BlockCyclic among(Extents extents, int workers) {
      return new BlockCyclic(
          extents, processes(workers, extents.dimensions()), blockLengths(extents.dimensions()));
    }
  }

  /**
   * Weighted recursive bisection, what grids have of which nothing is said: each worker has one
   * compact box, as large as its speed asks.
   */
  static Division bisection() {
    return new Bisection();
  }

  /** Each worker has some whole rows (of all planes) beside each other, as its speed asks. */
  static Division rows() {
    return new WholeLines(2);
  }

  /** Each worker has some whole columns (of all planes) beside each other, as its speed asks. */
  static Division columns() {
    return new WholeLines(1);
  }

  /** Each worker has some whole planes beside each other, as its speed asks. */
  static Division planes() {
    return new WholeLines(Extents.MOST_DIMENSIONS);
  }

  /** Element by element in turn, in each dimension, to each worker as many. */
  static Division cyclic() {
    return new Dealt(List.of());
  }

  /**
   * Block by block in turn, in each dimension, to each worker as many.
   *
   * @param blockLengths in elements, one for each dimension
   */
  static Division blockCyclic(long... blockLengths) {
    if (blockLengths.length == 0) {
      throw new IllegalArgumentException("blocks are dealt out with a length for each dimension");
    }
    return new Dealt(Arrays.stream(blockLengths).boxed().toList());
  }

  /** Whether each worker has elements here and there, as many as any other, whatever its weight. */
  default boolean isDealt() {
    return this instanceof Dealt;
  }

  /**
   * Made afresh for some workers.
   *
   * @param weights by rank, greater than zero
   * @throws IllegalArgumentException when the array cannot be divided so
   */
  default Distribution among(Extents extents, List<Double> weights) {
    return switch (this) {
      case Bisection() -> RecursiveBisection.of(extents, weights);
      case WholeLines(int fromLast) ->
          Blocks.weighted(extents, extents.dimensions() - fromLast, weights);
      case Dealt dealt -> dealt.among(extents, weights.size());
    };
  }

  /**
   * Whether a grid has the dimensions for it.
   *
   * @param grid its name
   * @throws IllegalArgumentException when it has not
   */
  default void check(String grid, Extents extents) {
    final int dimensions = extents.dimensions();
    final String wrong =
        switch (this) {
          case WholeLines(int fromLast) when fromLast > dimensions ->
              "cannot be divided by "
                  + (fromLast == Extents.MOST_DIMENSIONS ? "planes" : "rows")
                  + ": take columns()"
                  + (dimensions > 1 ? ", rows()" : "")
                  + " or bisection()";
          case Dealt dealt when dealt.blockLengths(dimensions).size() != dimensions ->
              "is dealt out in blocks of "
                  + dealt.blockLengths()
                  + ": give a length for each dimension";
          case Bisection _, WholeLines _, Dealt _ -> "";
        };
    if (!wrong.isEmpty()) {
      throw new IllegalArgumentException(
          "grid " + grid + " of " + extents.described() + " cells " + wrong);
    }
  }

  /**
   * The most nearly square grid of so many processes, the shorter sides first; as ReSHAPE has them:
   * R. Sudarsan and C. J. Ribbens, "ReSHAPE: a framework for dynamic resizing and scheduling of
   * homogeneous applications in a parallel environment", ICPP 2007.
   */
  static List<Integer> processes(int workers, int dimensions) {
    final List<Integer> sides = new ArrayList<>();
    int rest = workers;
    for (int left = dimensions; left > 1; left--) {
      int side = 1;
      for (int s = 1; Math.pow(s, left) <= rest; s++) {
        side = rest % s == 0 ? s : side;
      }
      sides.add(side);
      rest /= side;
    }
    sides.add(rest);
    return sides;
  }
}
