package io.lull.apps.mg;

import io.lull.apps.numbers.TaskCount;
import io.lull.apps.numbers.TaskPace;
import io.lull.reconfig.BadInput;
import io.lull.reconfig.Parameters;
import io.lull.reconfig.message.MessageProgram;
import io.lull.reconfig.message.MessageResults;
import io.lull.reconfig.message.MessageTask;
import io.lull.reconfig.message.Peers;
import io.lull.reconfig.message.TaskSpace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * MG of the NAS Parallel Benchmarks as tasks with messages: each task has some planes of the cube,
 * and of all coarser ones that have a plane for each task; task 0 has the coarsest whole. The same
 * operations in the same order as {@link Mg}, and the same bits.
 */
public final class NpbMg implements MessageProgram {
  private static final int MOST_TASKS = 32;

  /**
   * Refuses what a run would refuse.
   *
   * @throws BadInput with one line that names the error and the remedy
   */
  public static void check(Parameters parameters, List<Path> inputs) {
    Mg.problem(parameters);
    TaskCount.of(parameters, MOST_TASKS);
    TaskPace.of(parameters);
    if (!inputs.isEmpty()) {
      throw new BadInput("npb-mg takes no input files: omit --input");
    }
  }

  @Override
  public void declare(TaskSpace space) {
    check(space.parameters(), space.inputs());
    final ProblemClass problem = Mg.problem(space.parameters());
    final int tasks = TaskCount.of(space.parameters(), MOST_TASKS);
    final TaskPace pace = TaskPace.of(space.parameters());
    space.register(ProblemClass.class, TaskPace.class);
    space.tasks(tasks, id -> new Planes(problem, (int) id, tasks, pace));
    space.iterations(problem.iterations());
  }

  /** Some planes of the cube. */
  static final class Planes implements MessageTask {
    private static final int HALO = 1;

    private final ProblemClass problem;
    private final int task;
    private final int tasks;
    private final TaskPace pace;
    private int iteration;
    private long[] charges = new long[0];
    private double[] solution = new double[0];
    private double norm;

    Planes(ProblemClass problem, int task, int tasks, TaskPace pace) {
      this.problem = problem;
      this.pace = pace;
      this.task = task;
      this.tasks = tasks;
    }

    private int side(int level) {
      return 1 << level;
    }

    /** The coarsest level of which each task has a plane. */
    private int coarsestShared() {
      return Math.max(1, Integer.numberOfTrailingZeros(tasks));
    }

    private Slab slab(int level) {
      return new Slab(side(level) / tasks, side(level));
    }

    @Override
    public boolean iterate(Peers peers) {
      pace.await();
      final int finest = problem.levels();
      final Slab v = slab(finest);
      final int first = task * v.planes();
      if (iteration == 0) {
        charges = SlabCharges.find(first, v.planes(), v.side(), peers.all());
      }
      SlabCharges.put(charges, first, v);
      final Slab u = slab(finest);
      System.arraycopy(solution, 0, u.cells(), 0, solution.length);
      final SlabOperators operators = new SlabOperators(problem.smoother());
      final Slab r = cycle(u, v, operators, peers);
      solution = u.cells();
      if (++iteration < problem.iterations()) {
        return true;
      }
      residual(u, v, r, operators, peers);
      addUp(r, peers);
      return false;
    }

    private void residual(Slab u, Slab v, Slab r, SlabOperators operators, Peers peers) {
      operators.residual(u, v, r);
      fillBorders(r, peers);
    }

    /** One V-cycle. */
    private Slab cycle(Slab u, Slab v, SlabOperators operators, Peers peers) {
      final int finest = problem.levels();
      final List<Slab> residuals = new ArrayList<>();
      for (int level = 0; level <= finest; level++) {
        residuals.add(level >= coarsestShared() ? slab(level) : new Slab(0, 0));
      }
      residual(u, v, residuals.get(finest), operators, peers);
      for (int level = finest; level > coarsestShared(); level--) {
        SlabOperators.restrict(residuals.get(level), residuals.get(level - 1));
        fillBorders(residuals.get(level - 1), peers);
      }
      Slab below = coarse(residuals.get(coarsestShared()), operators, peers);
      for (int level = coarsestShared() + 1; level <= finest; level++) {
        final Slab here = level == finest ? u : slab(level);
        SlabOperators.prolongate(below, here);
        fillBorders(here, peers);
        final Slab r = residuals.get(level);
        residual(here, level == finest ? v : r, r, operators, peers);
        operators.smooth(r, here);
        fillBorders(here, peers);
        below = here;
      }
      return residuals.get(finest);
    }

    /** The part of the cycle from the coarsest shared level down and up again. */
    private Slab coarse(Slab r, SlabOperators operators, Peers peers) {
      final int level = coarsestShared();
      final List<double[]> planes = peers.all().gather(inner(r), 0);
      final List<double[]> parts = new ArrayList<>();
      if (task == 0) {
        final Slab whole = new Slab(side(level), side(level));
        for (int t = 0; t < tasks; t++) {
          setInner(whole, t * r.planes(), planes.get(t));
        }
        wrap(whole);
        final Slab solved = solveWhole(level, whole, operators);
        for (int t = 0; t < tasks; t++) {
          parts.add(inner(solved, t * r.planes(), r.planes()));
        }
      }
      final Slab u = slab(level);
      setInner(u, 0, scatter(parts, peers));
      fillBorders(u, peers);
      return u;
    }

    private double[] scatter(List<double[]> parts, Peers peers) {
      if (task > 0) {
        return peers.receive(0, HALO).doubles();
      }
      for (int t = 1; t < tasks; t++) {
        peers.send(t, HALO, parts.get(t));
      }
      return parts.getFirst();
    }

    /** On task 0: the same cycle on whole grids. */
    private Slab solveWhole(int level, Slab r, SlabOperators operators) {
      if (level == 1) {
        final Slab u = new Slab(side(1), side(1));
        operators.smooth(r, u);
        wrap(u);
        return u;
      }
      final Slab coarser = new Slab(side(level - 1), side(level - 1));
      SlabOperators.restrict(r, coarser);
      wrap(coarser);
      final Slab below = solveWhole(level - 1, coarser, operators);
      final Slab u = new Slab(side(level), side(level));
      SlabOperators.prolongate(below, u);
      wrap(u);
      operators.residual(u, r, r);
      wrap(r);
      operators.smooth(r, u);
      wrap(u);
      return u;
    }

    private static void wrap(Slab slab) {
      slab.wrapRowsAndColumns();
      slab.setPlane(-1, slab.plane(slab.planes() - 1));
      slab.setPlane(slab.planes(), slab.plane(0));
    }

    /** The borders hold what the cells beyond them are, also those of other tasks. */
    private void fillBorders(Slab slab, Peers peers) {
      if (tasks == 1) {
        wrap(slab);
        return;
      }
      slab.wrapRowsAndColumns();
      final long before = (task + tasks - 1L) % tasks;
      final long after = (task + 1L) % tasks;
      peers.give(before, HALO, slab.plane(0));
      peers.give(after, HALO, slab.plane(slab.planes() - 1));
      if (before == after) {
        // Both come from the same task, the one from its first plane first.
        slab.setPlane(slab.planes(), peers.receive(after, HALO).doubles());
        slab.setPlane(-1, peers.receive(before, HALO).doubles());
        return;
      }
      slab.setPlane(-1, peers.receive(before, HALO).doubles());
      slab.setPlane(slab.planes(), peers.receive(after, HALO).doubles());
    }

    private static double[] inner(Slab slab) {
      return inner(slab, 0, slab.planes());
    }

    private static double[] inner(Slab slab, int first, int planes) {
      final int side = slab.side();
      final double[] values = new double[planes * side * side];
      for (int plane = 0; plane < planes; plane++) {
        for (int row = 0; row < side; row++) {
          System.arraycopy(
              slab.cells(),
              slab.line(first + plane, row) + 1,
              values,
              (plane * side + row) * side,
              side);
        }
      }
      return values;
    }

    private static void setInner(Slab slab, int first, double[] values) {
      final int side = slab.side();
      for (int line = 0; line < values.length / side; line++) {
        System.arraycopy(
            values,
            line * side,
            slab.cells(),
            slab.line(first + line / side, line % side) + 1,
            side);
      }
    }

    /** The norm of the residual. */
    private void addUp(Slab r, Peers peers) {
      final double[] squares = inner(r);
      for (int i = 0; i < squares.length; i++) {
        squares[i] *= squares[i];
      }
      norm = Math.sqrt(peers.all().exactSum(squares) / Math.pow((double) r.side(), 3));
    }

    @Override
    public void finish(MessageResults results) {
      results.value("rnm2", norm);
      results.value("verified", problem.verifies(norm) ? 1 : 0);
    }
  }
}
