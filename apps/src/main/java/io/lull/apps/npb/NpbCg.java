package io.lull.apps.npb;

import io.lull.apps.numbers.TaskCount;
import io.lull.apps.numbers.TaskPace;
import io.lull.reconfig.BadInput;
import io.lull.reconfig.Parameters;
import io.lull.reconfig.message.MessageProgram;
import io.lull.reconfig.message.MessageResults;
import io.lull.reconfig.message.MessageTask;
import io.lull.reconfig.message.Peers;
import io.lull.reconfig.message.TaskGroup;
import io.lull.reconfig.message.TaskSpace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * CG of the NAS Parallel Benchmarks: the smallest eigenvalue of a sparse matrix by the inverse
 * power method, each step of which solves a system by conjugate gradients. The tasks have blocks of
 * the matrix, in a square of as many rows as columns of tasks, or twice as many columns.
 */
public final class NpbCg implements MessageProgram {
  private static final int MOST_TASKS = 256;

  /**
   * Refuses what a run would refuse.
   *
   * @throws BadInput with one line that names the error and the remedy
   */
  public static void check(Parameters parameters, List<Path> inputs) {
    CgClass.named(parameters.text("class", "S"));
    TaskCount.of(parameters, MOST_TASKS);
    TaskPace.of(parameters);
    if (!inputs.isEmpty()) {
      throw new BadInput("npb-cg takes no input files: omit --input");
    }
  }

  @Override
  public void declare(TaskSpace space) {
    check(space.parameters(), space.inputs());
    final CgClass problem = CgClass.named(space.parameters().text("class", "S"));
    final int tasks = TaskCount.of(space.parameters(), MOST_TASKS);
    final TaskPace pace = TaskPace.of(space.parameters());
    space.register(CgClass.class, TaskPace.class);
    space.tasks(tasks, id -> new Block(problem, (int) id, tasks, pace));
    space.iterations(problem.iterations());
  }

  /** A block of the matrix, and that part of each vector which its columns go with. */
  @SuppressWarnings("NullAway.Init") // the matrix is there wherever the task is placed
  static final class Block implements MessageTask {
    private static final int STEPS = 25;
    private static final int TURN = 1;

    private final CgClass problem;
    private final TaskPace pace;
    private final int gridRows;
    private final int gridColumns;
    private final int gridRow;
    private final int gridColumn;
    private transient CgMatrix matrix;
    private double[] x;
    private int iteration;
    private double zeta;

    Block(CgClass problem, int task, int tasks, TaskPace pace) {
      this.problem = problem;
      this.pace = pace;
      final int log = Integer.numberOfTrailingZeros(tasks);
      this.gridRows = 1 << (log / 2);
      this.gridColumns = tasks / gridRows;
      this.gridRow = task / gridColumns;
      this.gridColumn = task % gridColumns;
      this.x = new double[start(gridColumn + 1, gridColumns) - start(gridColumn, gridColumns)];
      Arrays.fill(x, 1);
    }

    /** Where the part of a number begins, of so many parts of a vector. */
    private int start(int part, int parts) {
      return (int) ((long) problem.order() * part / parts);
    }

    @Override
    public void placed() {
      matrix =
          CgMatrix.block(
              problem,
              start(gridRow, gridRows),
              start(gridRow + 1, gridRows),
              start(gridColumn, gridColumns),
              start(gridColumn + 1, gridColumns));
    }

    @Override
    public boolean iterate(Peers peers) {
      pace.await();
      final List<Long> members = new ArrayList<>();
      for (int column = 0; column < gridColumns; column++) {
        members.add((long) gridRow * gridColumns + column);
      }
      final TaskGroup row = peers.group(members);
      final double[] z = solve(row, peers);
      final double[] products = row.sum(new double[] {dot(x, z), dot(z, z)});
      zeta = problem.shift() + 1 / products[0];
      final double norm = 1 / Math.sqrt(products[1]);
      for (int i = 0; i < x.length; i++) {
        x[i] = norm * z[i];
      }
      return ++iteration < problem.iterations();
    }

    private double[] solve(TaskGroup row, Peers peers) {
      final double[] z = new double[x.length];
      final double[] r = x.clone();
      final double[] p = x.clone();
      double rho = row.sum(dot(r, r));
      for (int step = 0; step < STEPS; step++) {
        final double[] q = times(p, row, peers);
        final double alpha = rho / row.sum(dot(p, q));
        for (int i = 0; i < z.length; i++) {
          z[i] += alpha * p[i];
          r[i] -= alpha * q[i];
        }
        final double before = rho;
        rho = row.sum(dot(r, r));
        final double beta = rho / before;
        for (int i = 0; i < p.length; i++) {
          p[i] = r[i] + beta * p[i];
        }
      }
      return z;
    }

    /**
     * The whole matrix times a vector: that part of the product which this task's columns go with.
     */
    private double[] times(double[] vector, TaskGroup row, Peers peers) {
      final double[] product = row.sum(matrix.times(vector));
      // The tasks of one row have the product's part of that row; this task needs the part of its
      // column, which lies in another row, whose task needs a part of this one's in turn.
      final int times = gridColumns / gridRows;
      final int partnerRow = gridColumn / times;
      final int partnerColumn = gridRow * times + gridColumn % times;
      final int first = start(partnerColumn, gridColumns);
      final int end = start(partnerColumn + 1, gridColumns);
      final int own = start(gridRow, gridRows);
      final double[] wanted = Arrays.copyOfRange(product, first - own, end - own);
      final long partner = (long) partnerRow * gridColumns + partnerColumn;
      if (partner == peers.id()) {
        return wanted;
      }
      return peers.exchange(partner, TURN, wanted).doubles();
    }

    private static double dot(double[] a, double[] b) {
      double sum = 0;
      for (int i = 0; i < a.length; i++) {
        sum += a[i] * b[i];
      }
      return sum;
    }

    @Override
    public void finish(MessageResults results) {
      results.value("zeta", zeta);
      results.value("verified", problem.verifies(zeta) ? 1 : 0);
    }
  }
}
