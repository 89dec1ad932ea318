package io.lull.apps.cg;

import io.lull.apps.numbers.NumberFile;
import io.lull.reconfig.BadInput;
import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Pace;
import io.lull.reconfig.Parameters;
import io.lull.reconfig.Results;
import io.lull.reconfig.Value;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Halo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Poisson's equation, minus the Laplacian of u is 1, on the unit square with u = 0 at its edges, on
 * {@code size} by {@code size} points inside, by conjugate gradients: M. R. Hestenes and E.
 * Stiefel, "Methods of conjugate gradients for solving linear systems", 1952. Sums are exact, so
 * the result has the same bits on any number of workers.
 */
@SuppressWarnings("NullAway.Init") // declare must come first
public final class Cg implements GridProgram {
  static final String SIZE = "size";
  static final String TOLERANCE = "tolerance";

  private static final long DEFAULT_SIZE = 500;
  private static final long GREATEST_SIZE = 50_000;
  private static final double DEFAULT_TOLERANCE = 1e-8;

  /** More than rounding allows any problem of the greatest size. */
  private static final long MOST_ITERATIONS = 1_000_000;

  private GridSpace space;
  private Pace pace;
  private double tolerance;

  /** Of every point: the right-hand side times the square of their distance. */
  private double source;

  private DoubleGrid x;

  /** What the solution so far leaves of the right-hand side. */
  private DoubleGrid residual;

  private DoubleGrid direction;
  private DoubleGrid image;
  private Value squares;
  private Region inside;

  /**
   * Refuses what a run would refuse.
   *
   * @throws BadInput with one line that names the error and the remedy
   */
  public static void check(Parameters parameters, List<Path> inputs) {
    size(parameters);
    tolerance(parameters);
    Pace.of(parameters);
    if (!inputs.isEmpty()) {
      throw new BadInput("cg takes no input files: omit --input");
    }
  }

  private static long size(Parameters parameters) {
    return parameters.integer(SIZE, DEFAULT_SIZE, 1, GREATEST_SIZE);
  }

  private static double tolerance(Parameters parameters) {
    return parameters.number(TOLERANCE, DEFAULT_TOLERANCE, 1e-14, 1);
  }

  @Override
  public void declare(GridSpace space) {
    this.space = space;
    check(space.parameters(), space.inputs());
    final long size = size(space.parameters());
    tolerance = tolerance(space.parameters());
    pace = Pace.of(space.parameters());
    source = 1.0 / ((size + 1.0) * (size + 1.0));
    x = space.doubleGrid("x", size + 2, size + 2, Halo.of(1));
    residual = space.doubleGrid("r", size + 2, size + 2, Halo.of(1));
    direction = space.doubleGrid("p", size + 2, size + 2, Halo.of(1));
    image = space.doubleGrid("q", size + 2, size + 2, Halo.of(1));
    squares = space.value("rr", 0);
    inside = x.inner(1);
  }

  @Override
  public void initialise() {
    residual.fill((row, column) -> isInside(row, column) ? source : 0);
    direction.fill((row, column) -> isInside(row, column) ? source : 0);
    squares.set(residual.sum(cell -> residual.at(cell) * residual.at(cell)));
  }

  private boolean isInside(long row, long column) {
    return row > 0 && row < x.rows() - 1 && column > 0 && column < x.columns() - 1;
  }

  @Override
  public boolean iterate() {
    pace.await();
    final double before = squares.get();
    image.update(inside, cell -> applied(direction, cell), direction);
    final double step = before / direction.sum(cell -> direction.at(cell) * image.at(cell));
    x.update(inside, cell -> x.at(cell) + step * direction.at(cell), direction);
    residual.update(inside, cell -> residual.at(cell) - step * image.at(cell), image);
    final double after = residual.sum(cell -> residual.at(cell) * residual.at(cell));
    final double share = after / before;
    direction.update(inside, cell -> residual.at(cell) + share * direction.at(cell), residual);
    squares.set(after);
    return Math.sqrt(after) > tolerance * Math.sqrt(sourceSquares())
        && space.iteration() + 1 < MOST_ITERATIONS;
  }

  /** The operator's value: four times a cell less its neighbours. */
  private static double applied(DoubleGrid grid, long cell) {
    return 4 * grid.at(cell)
        - ((grid.north(cell) + grid.south(cell)) + (grid.west(cell) + grid.east(cell)));
  }

  private double sourceSquares() {
    final double points = (x.rows() - 2.0) * (x.columns() - 2.0);
    return points * source * source;
  }

  @Override
  public void finish(Results results) throws IOException {
    // Not the one that was updated all the time, which drifts away from the true one.
    residual.update(inside, cell -> source - applied(x, cell), x);
    final double left = residual.sum(cell -> residual.at(cell) * residual.at(cell));
    results.value("iterations", space.iteration());
    results.value("residual", Math.sqrt(left / sourceSquares()));
    results.value("xsum", x.sum());
    results.collect(x, outputs -> new NumberFile(outputs.resolve("x.f64")));
  }
}
