package io.lull.apps.linear;

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
 * Solves a dense system of linear equations by Gaussian elimination with partial pivoting. The
 * matrix and the right-hand side are dealt out by rows, so that all workers have a share of the
 * shrinking part that remains.
 */
@SuppressWarnings("NullAway.Init") // declare must come first
public final class Ge implements GridProgram {
  private static final String NAME = "ge";

  private GridSpace space;
  private Pace pace;

  /** The same on every worker, and each reads it for itself. */
  private transient LinearSystem system;

  private int block;

  /** The coefficients, and the right-hand side as the last column. */
  private DoubleGrid matrix;

  /** The solution, in one column. */
  private DoubleGrid x;

  /**
   * Refuses what a run would refuse.
   *
   * @throws BadInput with one line that names the error and the remedy
   */
  public static void check(Parameters parameters, List<Path> inputs) {
    LinearSystem.check(NAME, parameters, inputs);
  }

  @Override
  public void declare(GridSpace space) {
    this.space = space;
    system = LinearSystem.of(NAME, space.parameters(), space.inputs());
    block = LinearSystem.block(space.parameters());
    pace = Pace.of(space.parameters());
    matrix =
        space.doubleGrid(
            "ab",
            Extents.of(system.size(), system.size() + 1),
            Division.dealtRows(block),
            Halo.of(0));
    x = space.doubleGrid("x", Extents.of(system.size(), 1), Division.dealtRows(block), Halo.of(0));
    space.iterations(Math.ceilDiv(system.size(), block));
  }

  @Override
  public void initialise() {
    matrix.fill(
        (row, column) -> column < system.size() ? system.at(row, column) : system.right(row));
  }

  @Override
  public boolean iterate() {
    pace.await();
    final long begin = space.iteration() * block;
    final int width = (int) Math.min(block, system.size() - begin);
    new EliminationStep(matrix, begin, width).update(matrix);
    return begin + width < system.size();
  }

  @Override
  public void finish(Results results) throws IOException {
    final double[] solution = BackSubstitution.byRows(matrix, block);
    double sum = 0;
    for (final double unknown : solution) {
      sum += unknown;
    }
    results.value("residual", Residual.of(system, solution));
    results.value("xsum", sum);
    x.update(x.all(), (_, _, row, _) -> solution[(int) row]);
    results.collect(x, outputs -> new NumberFile(outputs.resolve("x.f64")));
  }
}
