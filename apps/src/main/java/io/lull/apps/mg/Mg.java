package io.lull.apps.mg;

import io.lull.reconfig.BadInput;
import io.lull.reconfig.GridProgram;
import io.lull.reconfig.GridSpace;
import io.lull.reconfig.Pace;
import io.lull.reconfig.Parameters;
import io.lull.reconfig.Results;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.grid.DoubleGrid;
import io.lull.reconfig.grid.Halo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * MG of the NAS Parallel Benchmarks: V-cycles of a multigrid solver for Poisson's equation on a
 * periodic cube, through grids of every size from the problem's down to two cells on a side.
 */
@SuppressWarnings("NullAway.Init") // declare must come first
public final class Mg implements GridProgram {
  static final String CLASS = "class";

  private GridSpace space;
  private ProblemClass problem;
  private MultigridOperators operators;
  private Pace pace;
  private DoubleGrid v;

  /** By level, the coarsest first. */
  private final List<DoubleGrid> u = new ArrayList<>();

  private final List<DoubleGrid> r = new ArrayList<>();

  /**
   * Refuses what a run would refuse.
   *
   * @throws BadInput with one line that names the error and the remedy
   */
  public static void check(Parameters parameters, List<Path> inputs) {
    problem(parameters);
    Pace.of(parameters);
    if (!inputs.isEmpty()) {
      throw new BadInput("mg takes no input files: omit --input");
    }
  }

  static ProblemClass problem(Parameters parameters) {
    final String name = parameters.text(CLASS, "S").strip().toUpperCase(Locale.ROOT);
    return Arrays.stream(ProblemClass.values())
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new BadInput(
                "class="
                    + name
                    + " is not a class of the benchmark: use one of "
                    + Arrays.toString(ProblemClass.values())));
  }

  @Override
  public void declare(GridSpace space) {
    this.space = space;
    problem = problem(space.parameters());
    pace = Pace.of(space.parameters());
    operators = new MultigridOperators(problem.smoother());
    for (int level = 1; level <= problem.levels(); level++) {
      final long side = 1L << level;
      final Extents cube = Extents.of(side, side, side);
      u.add(space.doubleGrid("u" + level, cube, Halo.periodic(1)));
      r.add(space.doubleGrid("r" + level, cube, Halo.periodic(1)));
    }
    final long side = 1L << problem.levels();
    v = space.doubleGrid("v", Extents.of(side, side, side), Halo.periodic(1));
    space.iterations(problem.iterations());
  }

  @Override
  public void initialise() {
    final RightHandSide charges = new RightHandSide(v.columns());
    v.fill((plane, row, column) -> charges.at(plane, row, column));
    u.forEach(grid -> grid.fill((_, _, _) -> 0));
    r.forEach(grid -> grid.fill((_, _, _) -> 0));
  }

  /** One V-cycle, from the residual of the one before; the first has none yet. */
  @Override
  public boolean iterate() {
    pace.await();
    final int finest = problem.levels() - 1;
    if (space.iteration() == 0) {
      operators.residual(u.get(finest), v, r.get(finest));
    }
    for (int level = finest; level > 0; level--) {
      operators.restrict(r.get(level), r.get(level - 1));
    }
    u.getFirst().fill((_, _, _) -> 0);
    operators.smooth(r.getFirst(), u.getFirst());
    for (int level = 1; level <= finest; level++) {
      final boolean top = level == finest;
      if (!top) {
        u.get(level).fill((_, _, _) -> 0);
      }
      operators.prolongate(u.get(level - 1), u.get(level));
      operators.residual(u.get(level), top ? v : r.get(level), r.get(level));
      operators.smooth(r.get(level), u.get(level));
    }
    operators.residual(u.get(finest), v, r.get(finest));
    return space.iteration() + 1 < problem.iterations();
  }

  @Override
  public void finish(Results results) {
    final DoubleGrid last = r.getLast();
    final double cells = Math.pow((double) last.columns(), 3);
    final double norm = Math.sqrt(last.sum(c -> last.at(c) * last.at(c)) / cells);
    results.value("iterations", space.iteration());
    results.value("norm", norm);
    results.value("verified", problem.verifies(norm) ? 1 : 0);
  }
}
