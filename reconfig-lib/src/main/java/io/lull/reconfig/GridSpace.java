package io.lull.reconfig;

import io.lull.reconfig.distribution.Division;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.grid.ByteGrid;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.FloatGrid;
import io.lull.reconfig.grid.Halo;
import io.lull.reconfig.grid.IntGrid;
import io.lull.reconfig.grid.LongGrid;
import io.lull.reconfig.grid.RecordGrid;
import io.lull.reconfig.record.RecordShape;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/** Declares the distributed data of a program. Used by the program's own thread only. */
public interface GridSpace {

  Parameters parameters();

  /** The job's input files, in the order in which they were given; readable on every worker. */
  List<Path> inputs();

  /**
   * A grid of doubles, zero at first, shared out among the workers.
   *
   * @param name unique in the program; names the grid in checkpoints
   * @param extents one to three lengths; the last one is contiguous in memory
   * @param division how it is shared out
   * @param halo how far a cell's new value reaches for its neighbours; of what is dealt out no cell
   *     has its neighbours beside it, so it is 0 there, and cells that others need are brought to
   *     all by {@link DoubleGrid#everywhere}
   * @throws BadInput when the grid cannot be divided or held
   * @throws IllegalArgumentException when the division does not fit the extents or the halo
   * @throws IllegalStateException after {@link GridProgram#declare}, or when the name is taken
   */
  DoubleGrid doubleGrid(String name, Extents extents, Division division, Halo halo);

  /** Divided by weighted recursive bisection. */
  default DoubleGrid doubleGrid(String name, Extents extents, Halo halo) {
    return doubleGrid(name, extents, Division.bisection(), halo);
  }

  /**
   * A grid of two dimensions; otherwise as {@link #doubleGrid(String, Extents, Halo)}.
   *
   * @param rows at least 1
   * @param columns at least 1
   */
  default DoubleGrid doubleGrid(String name, long rows, long columns, Halo halo) {
    return doubleGrid(name, extents(name, rows, columns), halo);
  }

  /** A grid of bytes; otherwise as {@link #doubleGrid(String, Extents, Division, Halo)}. */
  ByteGrid byteGrid(String name, Extents extents, Division division, Halo halo);

  /** A grid of bytes divided by weighted recursive bisection. */
  default ByteGrid byteGrid(String name, Extents extents, Halo halo) {
    return byteGrid(name, extents, Division.bisection(), halo);
  }

  /** A grid of bytes of two dimensions. */
  default ByteGrid byteGrid(String name, long rows, long columns, Halo halo) {
    return byteGrid(name, extents(name, rows, columns), halo);
  }

  /** A grid of floats; otherwise as {@link #doubleGrid(String, Extents, Division, Halo)}. */
  FloatGrid floatGrid(String name, Extents extents, Division division, Halo halo);

  /** A grid of floats divided by weighted recursive bisection. */
  default FloatGrid floatGrid(String name, Extents extents, Halo halo) {
    return floatGrid(name, extents, Division.bisection(), halo);
  }

  /** A grid of longs; otherwise as {@link #doubleGrid(String, Extents, Division, Halo)}. */
  LongGrid longGrid(String name, Extents extents, Division division, Halo halo);

  /** A grid of longs divided by weighted recursive bisection. */
  default LongGrid longGrid(String name, Extents extents, Halo halo) {
    return longGrid(name, extents, Division.bisection(), halo);
  }

  /** A grid of ints; otherwise as {@link #doubleGrid(String, Extents, Division, Halo)}. */
  IntGrid intGrid(String name, Extents extents, Division division, Halo halo);

  /** A grid of ints divided by weighted recursive bisection. */
  default IntGrid intGrid(String name, Extents extents, Halo halo) {
    return intGrid(name, extents, Division.bisection(), halo);
  }

  /**
   * A grid of records; otherwise as {@link #doubleGrid(String, Extents, Division, Halo)}.
   *
   * @param record with all its fields; it has one at least
   */
  RecordGrid recordGrid(
      String name, RecordShape record, Extents extents, Division division, Halo halo);

  /** A grid of records divided by weighted recursive bisection. */
  default RecordGrid recordGrid(String name, RecordShape record, Extents extents, Halo halo) {
    return recordGrid(name, record, extents, Division.bisection(), halo);
  }

  private static Extents extents(String name, long rows, long columns) {
    try {
      return Extents.of(rows, columns);
    } catch (IllegalArgumentException e) {
      throw new BadInput(
          "grid " + name + " of " + rows + " x " + columns + " cells: both must be at least 1");
    }
  }

  /**
   * One number that every worker holds alike and that is kept through reconfigurations and
   * checkpoints.
   *
   * @param name unique among the program's values
   */
  Value value(String name, double initial);

  /**
   * How far a worker's share may be from the perfect one, that of its speed, so that less data
   * moves when workers come and go; 1.05 where nothing is said. With 1 every change cuts the grids
   * afresh, as even as whole rows and columns allow, and moves the more.
   *
   * @param bound at least 1: a worker may have so many times its perfect share of the cells, so an
   *     iteration may take so many times as long
   * @throws IllegalArgumentException when the bound is not a number from 1
   * @throws IllegalStateException after {@link GridProgram#declare}
   */
  void balance(double bound);

  /**
   * The workers of now, for what is no grid.
   *
   * @throws IllegalStateException in {@link GridProgram#declare}
   */
  Workers workers();

  /**
   * Parts of a long iteration, one after the other; after each lies a safe point, as after the
   * iteration itself. In {@link GridProgram#iterate}, any number of times; collective.
   *
   * <p>A worker that joins between two steps runs {@code iterate} too, and leaves out the steps
   * that are behind, and nothing else. So all that lies before or between steps is done without
   * them: it may read parameters and values and set up kernels, but what updates a grid, changes a
   * value or talks to other workers belongs into a step, or after the last one.
   *
   * @param count of the steps; the same on every worker
   * @param step given the step's number, from 0
   * @throws IllegalStateException outside of {@code iterate}, within a step, or after an update or
   *     exchange outside of steps
   */
  void steps(long count, LongConsumer step);

  /**
   * Some steps that differ; otherwise as {@link #steps(long, LongConsumer)}.
   *
   * @param inTurn the first one first
   */
  default void steps(Runnable... inTurn) {
    steps(inTurn.length, step -> inTurn[Math.toIntExact(step)].run());
  }

  /** Says how many iterations there will be, for progress; without it, progress is not known. */
  void iterations(long total);

  /**
   * Iterations completed since the job's first start; those that a failure undid are not counted.
   */
  long iteration();
}
