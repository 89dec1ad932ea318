package io.lull.apps.lu;

import io.lull.apps.numbers.NumberFile;
import io.lull.reconfig.BadInput;
import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Pace;
import io.lull.reconfig.Parameters;
import io.lull.reconfig.Results;
import io.lull.reconfig.distribution.Division;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Halo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The factors of a dense matrix, a lower and an upper triangle, by elimination without pivoting.
 * The matrix is distributed in blocks, so that all workers have a share of the shrinking part that
 * remains.
 */
@SuppressWarnings("NullAway.Init") // declare must come first
public final class Lu implements GridProgram {
  static final String SIZE = "size";
  static final String BLOCK = "block";
  static final String SEED = "seed";

  private static final long GREATEST_SIZE = 16_384;
  private static final long GREATEST_BLOCK = 256;

  /** Rounding causes a far smaller error, a wrong cell a far larger one. */
  private static final double TOLERANCE = 1e-10;

  private GridSpace space;
  private Pace pace;
  private Matrix problem;
  private int block;
  private DoubleGrid matrix;

  /**
   * Refuses what a run would refuse.
   *
   * @throws BadInput with one line that names the error and the remedy
   */
  public static void check(Parameters parameters, List<Path> inputs) {
    problem(parameters);
    block(parameters);
    Pace.of(parameters);
    if (!inputs.isEmpty()) {
      throw new BadInput("lu takes no input files: omit --input");
    }
  }

  private static Matrix problem(Parameters parameters) {
    return new Matrix(
        parameters.integer(SIZE, 1000, 1, GREATEST_SIZE),
        parameters.integer(SEED, 1, Long.MIN_VALUE, Long.MAX_VALUE));
  }

  private static int block(Parameters parameters) {
    return (int) parameters.integer(BLOCK, 32, 1, GREATEST_BLOCK);
  }

  @Override
  public void declare(GridSpace space) {
    this.space = space;
    check(space.parameters(), space.inputs());
    problem = problem(space.parameters());
    block = block(space.parameters());
    pace = Pace.of(space.parameters());
    matrix =
        space.doubleGrid(
            "lu",
            Extents.of(problem.size(), problem.size()),
            Division.blockCyclic(block, block),
            Halo.of(0));
    space.iterations(Math.ceilDiv(problem.size(), block));
  }

  @Override
  public void initialise() {
    matrix.fill(problem::at);
  }

  @Override
  public boolean iterate() {
    pace.await();
    final long begin = space.iteration() * block;
    final int width = (int) Math.min(block, problem.size() - begin);
    new FactorizationStep(matrix, begin, width).update(matrix);
    return begin + width < problem.size();
  }

  @Override
  public void finish(Results results) throws IOException {
    final double error = error();
    results.value("iterations", space.iteration());
    results.value("sum", matrix.sum());
    results.value("error", error);
    results.value("verified", error < TOLERANCE ? 1 : 0);
    // Both factors in one matrix: the lower one without its diagonal of ones.
    results.collect(matrix, outputs -> new NumberFile(outputs.resolve("lu.f64")));
  }

  /**
   * The difference between the product of the factors and the matrix, both applied to a vector of
   * ones: the greatest difference of a row, relative to the matrix's order. Collective.
   */
  private double error() {
    final long size = problem.size();
    final double[] upper = new double[(int) size];
    double greatest = 0;
    for (long row = 0; row < size; row++) {
      final double[] cells = matrix.row(row, 0, size);
      double product = 0;
      for (int column = 0; column < row; column++) {
        product += cells[column] * upper[column];
      }
      for (int column = (int) row; column < size; column++) {
        upper[(int) row] += cells[column];
      }
      greatest =
          Math.max(greatest, Math.abs(product + upper[(int) row] - problem.rowSum(row)) / size);
    }
    return greatest;
  }
}
