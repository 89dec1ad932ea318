package io.lull.apps.npb;

import io.lull.apps.numbers.NasNumbers;
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
import java.util.List;

/**
 * EP of the NAS Parallel Benchmarks: pairs of Gaussian deviates by the polar method, summed up. The
 * tasks compute batches, each for itself, and bring their sums together at the end.
 */
public final class NpbEp implements MessageProgram {
  private static final int MOST_TASKS = 256;

  /**
   * Refuses what a run would refuse.
   *
   * @throws BadInput with one line that names the error and the remedy
   */
  public static void check(Parameters parameters, List<Path> inputs) {
    EpClass.named(parameters.text("class", "S"));
    TaskCount.of(parameters, MOST_TASKS);
    TaskPace.of(parameters);
    if (!inputs.isEmpty()) {
      throw new BadInput("npb-ep takes no input files: omit --input");
    }
  }

  @Override
  public void declare(TaskSpace space) {
    check(space.parameters(), space.inputs());
    final EpClass problem = EpClass.named(space.parameters().text("class", "S"));
    final int tasks = TaskCount.of(space.parameters(), MOST_TASKS);
    final TaskPace pace = TaskPace.of(space.parameters());
    space.register(EpClass.class, TaskPace.class);
    space.tasks(tasks, id -> new Deviates(problem, (int) id, tasks, pace));
    space.iterations(Math.ceilDiv(problem.batches() / tasks, Deviates.BATCHES_AT_ONCE) + 1L);
  }

  /** Some of the batches. */
  static final class Deviates implements MessageTask {
    /** Between two safe points. */
    private static final int BATCHES_AT_ONCE = 16;

    private static final long SEED = 271_828_183;
    private static final int RINGS = 10;

    private final EpClass problem;
    private final TaskPace pace;
    private final int first;
    private final double[] sumsX;
    private final double[] sumsY;
    private final double[] rings = new double[RINGS];
    private int done;
    private double sumX;
    private double sumY;

    Deviates(EpClass problem, int task, int tasks, TaskPace pace) {
      this.problem = problem;
      this.pace = pace;
      final int batches = problem.batches() / tasks;
      this.first = task * batches;
      this.sumsX = new double[batches];
      this.sumsY = new double[batches];
    }

    @Override
    public boolean iterate(Peers peers) {
      pace.await();
      final int end = Math.min(sumsX.length, done + BATCHES_AT_ONCE);
      if (done < end) {
        for (; done < end; done++) {
          batch(done);
        }
        return true;
      }
      // In the batches' order, so that the sums do not depend on the number of tasks.
      sumX = total(peers.all().gather(sumsX, 0));
      sumY = total(peers.all().gather(sumsY, 0));
      return false;
    }

    private static double total(List<double[]> parts) {
      double sum = 0;
      for (final double[] part : parts) {
        for (final double batch : part) {
          sum += batch;
        }
      }
      return sum;
    }

    private void batch(int index) {
      long number = NasNumbers.after(SEED, 2L * EpClass.BATCH_PAIRS * (first + index));
      double inX = 0;
      double inY = 0;
      for (int pair = 0; pair < EpClass.BATCH_PAIRS; pair++) {
        number = NasNumbers.next(number);
        final double x = 2 * NasNumbers.unit(number) - 1;
        number = NasNumbers.next(number);
        final double y = 2 * NasNumbers.unit(number) - 1;
        final double square = x * x + y * y;
        if (square <= 1) {
          final double factor = Math.sqrt(-2 * StrictMath.log(square) / square);
          final double deviateX = x * factor;
          final double deviateY = y * factor;
          rings[(int) Math.max(Math.abs(deviateX), Math.abs(deviateY))]++;
          inX += deviateX;
          inY += deviateY;
        }
      }
      sumsX[index] = inX;
      sumsY[index] = inY;
    }

    @Override
    public void finish(MessageResults results) {
      results.value("sx", sumX);
      results.value("sy", sumY);
      results.value("verified", problem.verifies(sumX, sumY) ? 1 : 0);
    }
  }
}
