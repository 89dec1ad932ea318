package io.lull.reconfig.distribution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

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
   * Blocks dealt out in turn: in one dimension to each worker as many as its speed asks, if all
   * grids are; on a grid of processes to each as many, whatever its speed.
   *
   * @param blockLengths in each dimension; none: blocks of one element
   * @param fromLast the only dimension that is dealt out, whose block length alone is given,
   *     counted from the last, which is 1; 0: all of them are, on a grid of processes
   */
  record Dealt(List<Long> blockLengths, int fromLast) implements Division {
    public Dealt {
      blockLengths = List.copyOf(blockLengths);
      if (blockLengths.stream().anyMatch(length -> length < 1)) {
        throw new IllegalArgumentException(
            "blocks are dealt out with lengths from 1, not " + blockLengths);
      }
    }

    /** In each dimension of an array; one that is not dealt out is one block. */
    public List<Long> blockLengths(Extents extents) {
      final int dimensions = extents.dimensions();
      if (fromLast == 0) {
        return blockLengths.isEmpty() ? Collections.nCopies(dimensions, 1L) : blockLengths;
      }
      final List<Long> lengths = new ArrayList<>(extents.lengths());
      lengths.set(dimensions - fromLast, blockLengths.getFirst());
      return lengths;
    }

    /** As {@link Division#among}, which asks for weights. */
    public BlockCyclic among(Extents extents, int workers) {
      return new BlockCyclic(
          extents, processesOf(workers, extents.dimensions()), blockLengths(extents));
    }

    /**
     * By turn, whose it is, of what is dealt out in one dimension; none: it is in several.
     *
     * @param present how it is dealt out now
     */
    List<Integer> turns(BlockCyclic present) {
      if (fromLast == 0) {
        return List.of();
      }
      final List<Integer> turns = present.turns().processes();
      return turns.isEmpty() ? IntStream.range(0, present.size()).boxed().toList() : turns;
    }

    /**
     * In one dimension.
     *
     * @param turns whose each is
     */
    public BlockCyclic byTurns(Extents extents, List<Integer> turns) {
      final int most = turns.stream().mapToInt(Integer::intValue).max().orElse(0);
      return most == 0 || IntStream.range(0, turns.size()).allMatch(i -> turns.get(i) == i)
          ? among(extents, most + 1)
          : BlockCyclic.byTurns(
              extents, extents.dimensions() - fromLast, blockLengths(extents), turns);
    }

    private List<Integer> processesOf(int workers, int dimensions) {
      if (fromLast == 0) {
        return processes(workers, dimensions);
      }
      final List<Integer> processes = new ArrayList<>(Collections.nCopies(dimensions, 1));
      processes.set(dimensions - fromLast, workers);
      return processes;
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
    return new Dealt(List.of(), 0);
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
    return new Dealt(Arrays.stream(blockLengths).boxed().toList(), 0);
  }

  /**
   * Blocks of whole rows (of all planes) in turn, to each worker as many as its speed asks, if all
   * grids are dealt out.
   *
   * @param block how many rows beside each other
   */
  static Division dealtRows(long block) {
    return new Dealt(List.of(block), 2);
  }

  /**
   * Blocks of whole columns (of all planes) in turn, to each worker as many as its speed asks, if
   * all grids are dealt out.
   *
   * @param block how many columns beside each other
   */
  static Division dealtColumns(long block) {
    return new Dealt(List.of(block), 1);
  }

  /** Whether every row is whole on one worker, however many there are. */
  default boolean keepsRowsWhole() {
    return switch (this) {
      case Bisection() -> false;
      case WholeLines(int fromLast) -> fromLast > 1;
      case Dealt dealt -> dealt.fromLast() > 1;
    };
  }

  /** Whether each worker has elements here and there. */
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
          case Dealt dealt when dealt.fromLast() > dimensions ->
              "has no rows to be dealt out: take dealtColumns(block)";
          case Dealt dealt when dealt.blockLengths(extents).size() != dimensions ->
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
