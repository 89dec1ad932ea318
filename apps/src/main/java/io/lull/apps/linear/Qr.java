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
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Halo;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Solves a dense system of linear equations by the orthogonal and the triangular factor of its
 * matrix, which Householder's reflections make; then forms the orthogonal factor, and measures how
 * orthogonal it is. Columns of the matrix are rows of the grids, dealt out, so that a reflection of
 * a column needs one worker only.
 */
@SuppressWarnings("NullAway.Init") // declare must come first
public final class Qr implements GridProgram {
  private static final String NAME = "qr";

  private GridSpace space;
  private Pace pace;

  /** The same on every worker, and each reads it for itself. */
  private transient LinearSystem system;

  private int block;
  private long size;

  /** Of the matrix and the right-hand side; as the last number of each its reflection's factor. */
  private DoubleGrid columns;

  /**
   * Of the orthogonal factor; as the last number of each how far its products with all columns are
   * from those of orthogonal ones.
   */
  private DoubleGrid factor;

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
    size = system.size();
    block = LinearSystem.block(space.parameters());
    pace = Pace.of(space.parameters());
    final Division dealt = Division.dealtRows(block);
    columns = space.doubleGrid("columns", Extents.of(size + 1, size + 1), dealt, Halo.of(0));
    factor = space.doubleGrid("q", Extents.of(size, size + 1), dealt, Halo.of(0));
    x = space.doubleGrid("x", Extents.of(size, 1), dealt, Halo.of(0));
    space.iterations(3 * blocks());
  }

  private long blocks() {
    return Math.ceilDiv(size, block);
  }

  @Override
  public void initialise() {
    columns.fill((column, row) ->
        row == size ? 0 : column < size ? system.at(row, column) : system.right(row));
    factor.fill((column, row) -> row == column ? 1 : 0);
  }

  @Override
  public boolean iterate() {
    pace.await();
    final long done = space.iteration();
    if (done < blocks()) {
      reduce(done * block);
    } else if (done < 2 * blocks()) {
      form((2 * blocks() - 1 - done) * block);
    } else {
      measure((done - 2 * blocks()) * block);
    }
    return done + 1 < 3 * blocks();
  }

  private int width(long begin) {
    return (int) Math.min(block, size - begin);
  }

  private void reduce(long begin) {
    final int width = width(begin);
    final Reflections reflections =
        new Reflections(width, columns.everywhere(new Region(begin, begin + width, begin, size)));
    columns.updateRows(
        new Region(begin, size + 1, begin, size + 1),
        (column, cells) -> {
          if (column < begin + width) {
            reflections.keep((int) (column - begin), cells);
          } else {
            reflections.forward(cells);
          }
        });
  }

  private void form(long begin) {
    final int width = width(begin);
    final Reflections reflections =
        Reflections.of(
            width, columns.everywhere(new Region(begin, begin + width, begin, size + 1)));
    factor.updateRows(new Region(0, size, begin, size), (_, cells) -> reflections.backward(cells));
  }

  private void measure(long begin) {
    final int width = width(begin);
    final double[] others = factor.everywhere(new Region(begin, begin + width, 0, size));
    factor.updateRows(
        factor.all(),
        (column, cells) -> {
          for (int other = 0; other < width; other++) {
            final double product =
                Reflections.product(others, other * (int) size, cells, (int) size);
            cells[(int) size] += Math.abs(product - (begin + other == column ? 1 : 0));
          }
        });
  }

  @Override
  public void finish(Results results) throws IOException {
    final double[] solution = BackSubstitution.byColumns(columns, block);
    double sum = 0;
    for (final double unknown : solution) {
      sum += unknown;
    }
    double skew = 0;
    for (final double each : factor.column(size, 0, size)) {
      skew = Math.max(skew, each);
    }
    results.value("residual", Residual.of(system, solution));
    results.value("orthogonality", skew / (size * Math.ulp(1.0)));
    results.value("xsum", sum);
    x.update(x.all(), (_, _, row, _) -> solution[(int) row]);
    results.collect(x, outputs -> new NumberFile(outputs.resolve("x.f64")));
  }
}
