package io.lull.apps.mgs;

import io.lull.apps.numbers.NumberFile;
import io.lull.reconfig.BadInput;
import io.lull.reconfig.Parameters;
import io.lull.reconfig.Value;
import io.lull.reconfig.forkjoin.DoubleArray;
import io.lull.reconfig.forkjoin.ForkJoinProgram;
import io.lull.reconfig.forkjoin.LoopSchedule;
import io.lull.reconfig.forkjoin.SharedResults;
import io.lull.reconfig.forkjoin.SharedShape;
import io.lull.reconfig.forkjoin.SharedSpace;
import io.lull.reconfig.forkjoin.Team;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The rows of a matrix made orthonormal by the modified Gram-Schmidt method: A = R Q, with R lower
 * triangular and the rows of Q orthonormal. Rows are dealt out in turn, since fewer and fewer are
 * left to work on. Afterwards R Q is compared with A, and Q's rows with each other.
 */
@SuppressWarnings("NullAway.Init") // declare must come first
public final class Mgs implements ForkJoinProgram {
  private MgsParameters problem;
  private LoopSchedule schedule;
  private VectorSet q;
  private VectorSet rest;
  private DoubleArray r;
  private Value residual;
  private Value orthogonality;

  /**
   * Refuses what a run would refuse.
   *
   * @throws BadInput with one line that names the error and the remedy
   */
  public static void check(Parameters parameters, List<Path> inputs) {
    MgsParameters.of(parameters);
    LoopSchedule.of(parameters);
    if (!inputs.isEmpty()) {
      throw new BadInput("mgs takes no input files: omit --input");
    }
  }

  @Override
  public void declare(SharedSpace space) {
    check(space.parameters(), space.inputs());
    problem = MgsParameters.of(space.parameters());
    schedule = LoopSchedule.of(space.parameters());
    q = vectors(space, "q", shape(problem.columns()));
    rest = vectors(space, "rest", shape(problem.columns()));
    r = space.doubles("r", shape(problem.rows()));
    residual = space.value("residual", Double.NaN);
    orthogonality = space.value("orthogonality", 0);
  }

  /** Dealt out, unless another schedule is to share the rows out. */
  private SharedShape shape(int columns) {
    final SharedShape rows = SharedShape.of(problem.rows(), columns);
    return schedule instanceof LoopSchedule.Own ? rows.dealt(1) : rows;
  }

  private VectorSet vectors(SharedSpace space, String name, SharedShape shape) {
    return problem.floats()
        ? new FloatVectorSet(space.floats(name, shape))
        : new DoubleVectorSet(space.doubles(name, shape));
  }

  @Override
  public void run(Team team) {
    team.schedule(schedule);
    final int n = problem.rows();
    team.iterations(2L * n);
    team.loop(n)
        .writes(q.array(), rest.array())
        .run(row -> {
          q.fill(row, column -> problem.element(row, column));
          rest.fill(row, column -> problem.element(row, column));
        });
    final double size = Math.sqrt(team.loop(n).reads(rest.array()).sum(row -> rest.dot(row, row)));
    team.repeat(
        n,
        i -> {
          problem.pace().await();
          team.loop(i, i + 1).writes(q.array(), r).run(row -> r.set(row, row, q.normalise(row)));
          team.loop(i + 1, n)
              .readsRow(q.array(), i)
              .writes(q.array(), r)
              .run(row -> r.set(row, i, q.project(row, i)));
        });
    team.repeat(
        n,
        i -> {
          final double apart =
              team.loop(i, n)
                  .readsRow(q.array(), i)
                  .reads(q.array(), r)
                  .writes(rest.array())
                  .max(row -> {
                    rest.subtract(row, r.get(row, i), q, i);
                    return Math.abs(q.dot(row, i) - (row == i ? 1 : 0));
                  });
          orthogonality.set(Math.max(orthogonality.get(), apart));
        });
    final double left = Math.sqrt(team.loop(n).reads(rest.array()).sum(row -> rest.dot(row, row)));
    residual.set(left / size);
  }

  @Override
  public void finish(SharedResults results) throws IOException {
    results.value("residual", residual.get());
    results.value("orthogonality", orthogonality.get());
    results.collect(r, outputs -> new NumberFile(outputs.resolve("r.f64")));
  }
}
