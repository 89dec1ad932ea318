package io.lull.apps.jacobi;

import io.lull.reconfig.BadInput;
import io.lull.reconfig.Parameters;
import io.lull.reconfig.Value;
import io.lull.reconfig.forkjoin.DoubleArray;
import io.lull.reconfig.forkjoin.DoubleRow;
import io.lull.reconfig.forkjoin.ForkJoinProgram;
import io.lull.reconfig.forkjoin.LoopSchedule;
import io.lull.reconfig.forkjoin.ParallelLoop;
import io.lull.reconfig.forkjoin.RowStencil;
import io.lull.reconfig.forkjoin.SharedResults;
import io.lull.reconfig.forkjoin.SharedShape;
import io.lull.reconfig.forkjoin.SharedSpace;
import io.lull.reconfig.forkjoin.Team;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Laplace's equation on a square, as {@link Jacobi} solves it, by parallel loops: the same bits.
 * Two arrays take turns; an iteration's loop reads rows of the one with their neighbours and writes
 * those of the other.
 */
@SuppressWarnings("NullAway.Init") // declare must come first
public final class JacobiLoops implements ForkJoinProgram {
  private static final RowStencil MEAN = RowStencil.of(Jacobi.MEAN);

  private JacobiParameters problem;
  private LoopSchedule schedule;
  private DoubleArray even;
  private DoubleArray odd;
  private Value change;
  private Value iterations;
  private int side;

  /**
   * Refuses what a run would refuse.
   *
   * @throws BadInput with one line that names the error and the remedy
   */
  public static void check(Parameters parameters, List<Path> inputs) {
    JacobiParameters.of(parameters);
    LoopSchedule.of(parameters);
    if (!inputs.isEmpty()) {
      throw new BadInput("jacobi-loops takes no input files: omit --input, or take jacobi");
    }
  }

  @Override
  public void declare(SharedSpace space) {
    check(space.parameters(), space.inputs());
    problem = JacobiParameters.of(space.parameters());
    schedule = LoopSchedule.of(space.parameters());
    side = problem.size();
    even = space.doubles("even", SharedShape.of(side, side).withHalo(1));
    odd = space.doubles("odd", SharedShape.of(side, side).withHalo(1));
    change = space.value("change", Double.POSITIVE_INFINITY);
    iterations = space.value("iterations", 0);
  }

  @Override
  public void run(Team team) {
    team.schedule(schedule);
    if (problem.knowsItsEnd()) {
      team.iterations(problem.iterations());
    }
    team.only(even, 0, () -> hold(even.row(0)));
    team.only(odd, 0, () -> hold(odd.row(0)));
    team.repeatWhile(
        problem.iterations(),
        iteration -> {
          problem.pace().await();
          final DoubleArray before = iteration % 2 == 0 ? even : odd;
          final DoubleArray after = iteration % 2 == 0 ? odd : even;
          final boolean last = iteration + 1 == problem.iterations();
          final ParallelLoop loop = team.loop(1, side - 1).readsHalo(before).writes(after);
          iterations.set((double) iteration + 1);
          if (!last && problem.knowsItsEnd()) {
            loop.run(row -> MEAN.apply(before, after, row, 1, side - 1));
            return true;
          }
          change.set(loop.max(row -> MEAN.applyMeasured(before, after, row, 1, side - 1)));
          return change.get() >= problem.tolerance();
        });
  }

  /** The top edge, its corners included. */
  private static void hold(DoubleRow row) {
    for (long column = 0; column < row.length(); column++) {
      row.set(column, 1);
    }
  }

  @Override
  public void finish(SharedResults results) throws IOException {
    final FieldPicture picture = new FieldPicture(side);
    final long done = (long) iterations.get();
    results.value("iterations", done);
    results.collect(done % 2 == 0 ? even : odd, outputs -> new Solution(outputs, picture, results));
    results.value("change", change.get());
  }
}
