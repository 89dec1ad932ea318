package io.lull.apps.fft;

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
import java.util.Arrays;
import java.util.List;

/**
 * FT of the NAS Parallel Benchmarks as tasks with messages: each task has some planes of the field;
 * where a transform goes across planes, each sends each of the others a part. The same operations
 * in the same order as {@link Fft}, and the same bits.
 */
public final class NpbFt implements MessageProgram {
  private static final int MOST_TASKS = 32;

  /**
   * Refuses what a run would refuse.
   *
   * @throws BadInput with one line that names the error and the remedy
   */
  public static void check(Parameters parameters, List<Path> inputs) {
    problem(parameters);
    TaskCount.of(parameters, MOST_TASKS);
    TaskPace.of(parameters);
    if (!inputs.isEmpty()) {
      throw new BadInput("npb-ft takes no input files: omit --input");
    }
  }

  private static FtProblemClass problem(Parameters parameters) {
    return FftParameters.problemClass(parameters.text("class", "S").strip());
  }

  @Override
  public void declare(TaskSpace space) {
    check(space.parameters(), space.inputs());
    final FtProblemClass problem = problem(space.parameters());
    final int tasks = TaskCount.of(space.parameters(), MOST_TASKS);
    final TaskPace pace = TaskPace.of(space.parameters());
    space.register(FtProblemClass.class, TaskPace.class);
    space.tasks(tasks, id -> new Planes(problem, (int) id, tasks, pace));
    space.iterations(problem.iterations() + 1L);
  }

  /** Some planes of the field, and of the frequencies, whose planes are the field's rows. */
  static final class Planes implements MessageTask {
    private final FtProblemClass reference;
    private final int task;
    private final int tasks;
    private final TaskPace pace;
    private int iteration;

    /** Planes y of rows z of points x. */
    private double[] frequencies = new double[0];

    private double[] checksums = new double[0];

    Planes(FtProblemClass reference, int task, int tasks, TaskPace pace) {
      this.reference = reference;
      this.pace = pace;
      this.task = task;
      this.tasks = tasks;
    }

    private int nx() {
      return reference.nx();
    }

    private int ny() {
      return reference.ny();
    }

    private int nz() {
      return reference.nz();
    }

    private int planes() {
      return nz() / tasks;
    }

    private int turnedPlanes() {
      return ny() / tasks;
    }

    @Override
    public boolean iterate(Peers peers) {
      pace.await();
      final FieldLines lines = new FieldLines(Math.max(nx(), Math.max(ny(), nz())), nx());
      if (iteration == 0) {
        begin(lines, peers);
      } else {
        evolve(lines, peers);
      }
      return ++iteration <= reference.iterations();
    }

    private void begin(FieldLines lines, Peers peers) {
      final double[] field = new double[planes() * ny() * 2 * nx()];
      for (int plane = 0; plane < planes(); plane++) {
        final int offset = plane * ny() * 2 * nx();
        long number = StartingField.before((long) task * planes() + plane, nx(), ny());
        for (int y = 0; y < ny(); y++) {
          number = StartingField.fill(field, offset + y * 2 * nx(), number, nx());
        }
        lines.rows(field, offset, ny(), new Roots(nx()), true);
        lines.columns(field, field, offset, new Roots(ny()), true);
      }
      frequencies = turned(field, planes(), turnedPlanes(), peers);
      final Roots alongZ = new Roots(nz());
      for (int plane = 0; plane < turnedPlanes(); plane++) {
        lines.columns(frequencies, frequencies, plane * nz() * 2 * nx(), alongZ, true);
      }
    }

    private void evolve(FieldLines lines, Peers peers) {
      final Decay decay = new Decay(nx(), ny(), nz());
      final double[] decayed = new double[frequencies.length];
      final Roots alongZ = new Roots(nz());
      for (int plane = 0; plane < turnedPlanes(); plane++) {
        final int offset = plane * nz() * 2 * nx();
        for (int z = 0; z < nz(); z++) {
          decay.apply(frequencies, offset + z * 2 * nx(), (long) task * turnedPlanes() + plane, z);
        }
        lines.columns(frequencies, decayed, offset, alongZ, false);
      }
      final double[] field = turned(decayed, turnedPlanes(), planes(), peers);
      final Roots alongX = new Roots(nx());
      final Roots alongY = new Roots(ny());
      final double[] re = new double[planes()];
      final double[] im = new double[planes()];
      for (int plane = 0; plane < planes(); plane++) {
        final int offset = plane * ny() * 2 * nx();
        lines.columns(field, field, offset, alongY, false);
        lines.rows(field, offset, ny(), alongX, false);
        final long z = (long) task * planes() + plane;
        re[plane] = sum(field, offset, z, 0);
        im[plane] = sum(field, offset, z, nx());
      }
      final double points = (double) nx() * ny() * nz();
      final double[] more = Arrays.copyOf(checksums, checksums.length + 2);
      more[checksums.length] = peers.all().exactSum(re) / points;
      more[checksums.length + 1] = peers.all().exactSum(im) / points;
      checksums = more;
    }

    /** The points of a plane that are summed up. */
    private double sum(double[] field, int offset, long z, int part) {
      double sum = 0;
      for (int j = 1; j <= Fft.POINTS; j++) {
        if (5L * j % nz() == z) {
          sum += field[offset + 3 * j % ny() * 2 * nx() + j % nx() + part];
        }
      }
      return sum;
    }

    /**
     * The same points in planes across the present ones: element (i, j) of the task's planes i and
     * rows j becomes element (j, i).
     *
     * @param own planes of this task before
     * @param next planes of it after
     */
    private double[] turned(double[] field, int own, int next, Peers peers) {
      final int row = 2 * nx();
      final int rows = next * tasks;
      final List<double[]> toEach = new ArrayList<>();
      for (int to = 0; to < tasks; to++) {
        final double[] part = new double[own * next * row];
        for (int j = 0; j < next; j++) {
          for (int i = 0; i < own; i++) {
            System.arraycopy(
                field, (i * rows + to * next + j) * row, part, (j * own + i) * row, row);
          }
        }
        toEach.add(part);
      }
      final List<double[]> fromEach = peers.all().allToAll(toEach);
      final double[] result = new double[field.length];
      final int turnedRows = own * tasks;
      for (int from = 0; from < tasks; from++) {
        for (int j = 0; j < next; j++) {
          System.arraycopy(
              fromEach.get(from),
              j * own * row,
              result,
              (j * turnedRows + from * own) * row,
              own * row);
        }
      }
      return result;
    }

    @Override
    public void finish(MessageResults results) {
      boolean verified = true;
      for (int i = 0; i < reference.iterations(); i++) {
        results.value("checksum." + (i + 1) + ".re", checksums[2 * i]);
        results.value("checksum." + (i + 1) + ".im", checksums[2 * i + 1]);
        verified &= reference.verifies(i, checksums[2 * i], checksums[2 * i + 1]);
      }
      results.value("verified", verified ? 1 : 0);
    }
  }
}
