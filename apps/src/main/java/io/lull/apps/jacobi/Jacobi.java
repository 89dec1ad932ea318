package io.lull.apps.jacobi;

import static io.lull.reconfig.stencil.Stencil.east;
import static io.lull.reconfig.stencil.Stencil.north;
import static io.lull.reconfig.stencil.Stencil.south;
import static io.lull.reconfig.stencil.Stencil.west;

import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Parameters;
import io.lull.reconfig.Results;
import io.lull.reconfig.Value;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.grid.ByteGrid;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Halo;
import io.lull.reconfig.stencil.Stencil;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Solves Laplace's equation on a square by Jacobi's iteration: every free cell becomes the mean of
 * its four neighbours. The top edge is held at 1, the other three at 0, and the cells of conductors
 * at the inputs' potentials.
 */
@SuppressWarnings("NullAway.Init") // declare must come first
public final class Jacobi implements GridProgram {
  static final Stencil MEAN = north().plus(south()).plus(west().plus(east())).times(0.25);

  private GridSpace space;
  private JacobiParameters problem;
  private DoubleGrid u;
  private @Nullable ByteGrid fixed;
  private Value change;
  private Region free;

  /**
   * Refuses what a run would refuse.
   *
   * @throws io.lull.reconfig.BadInput with one line that names the error and the remedy
   */
  public static void check(Parameters parameters, List<Path> inputs) {
    ConductorFiles.read(inputs, JacobiParameters.of(parameters).size());
  }

  @Override
  public void declare(GridSpace space) {
    this.space = space;
    problem = JacobiParameters.of(space.parameters());
    final int n = problem.size();

    u = space.doubleGrid("u", n, n, Halo.of(1));
    fixed = space.inputs().isEmpty() ? null : space.byteGrid("fixed", n, n, Halo.of(1));
    change = space.value("change", Double.POSITIVE_INFINITY);
    free = u.inner(1);
    if (problem.knowsItsEnd()) {
      space.iterations(problem.iterations());
    }
  }

  @Override
  public void initialise() {
    final Conductors conductors = ConductorFiles.read(space.inputs(), problem.size());
    u.fill((row, column) -> conductors.at(row, column, row == 0 ? 1 : 0));
    if (fixed != null) {
      fixed.fill((row, column) -> conductors.fixes(row, column) ? 1 : 0);
    }
  }

  @Override
  public boolean iterate() {
    problem.pace().await();
    final boolean last = space.iteration() + 1 == problem.iterations();
    if (!last && problem.knowsItsEnd()) {
      if (fixed == null) {
        u.apply(free, MEAN);
      } else {
        u.apply(free, MEAN, fixed);
      }
      return true;
    }
    change.set(fixed == null ? u.applyMeasured(free, MEAN) : u.applyMeasured(free, MEAN, fixed));
    return !last && change.get() >= problem.tolerance();
  }

  @Override
  public void finish(Results results) throws IOException {
    final FieldPicture picture = new FieldPicture(problem.size());
    if (fixed != null) {
      results.collect(fixed, outputs -> picture.conductors());
    }
    results.value("iterations", space.iteration());
    results.collect(u, outputs -> new Solution(outputs, picture, results));
    results.value("change", change.get());
  }
}
