package io.lull.reconfig;

import io.lull.reconfig.grid.ByteGrid;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Halo;
import java.nio.file.Path;
import java.util.List;

/** Where a program declares what it works on. Used by the program's own thread only. */
public interface GridSpace {

  Parameters parameters();

  /** The job's input files, in the order of their names; readable on every worker. */
  List<Path> inputs();

  /**
   * A grid of doubles, zero at first, shared out among the workers by weighted recursive bisection.
   *
   * @param name unique in the program; names the grid in checkpoints
   * @param rows at least 1
   * @param columns at least 1
   * @param halo how far a cell's new value reaches for its neighbours
   * @throws BadInput when the grid cannot be divided or held
   * @throws IllegalStateException after {@link GridProgram#declare}, or when the name is taken
   */
  DoubleGrid doubleGrid(String name, long rows, long columns, Halo halo);

  /** A grid of bytes; otherwise as {@link #doubleGrid}. */
  ByteGrid byteGrid(String name, long rows, long columns, Halo halo);

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

  /** Says how many iterations there will be, for progress; without it, progress is not known. */
  void iterations(long total);

  /**
   * Iterations completed since the job's first start; those that a failure undid are not counted.
   */
  long iteration();
}
