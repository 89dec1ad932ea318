package io.lull.apps.fft;

import io.lull.reconfig.BadInput;
import io.lull.reconfig.Parameters;
import io.lull.reconfig.Value;
import io.lull.reconfig.forkjoin.DoubleArray;
import io.lull.reconfig.forkjoin.DoubleRow;
import io.lull.reconfig.forkjoin.ForkJoinProgram;
import io.lull.reconfig.forkjoin.LoopSchedule;
import io.lull.reconfig.forkjoin.SharedResults;
import io.lull.reconfig.forkjoin.SharedShape;
import io.lull.reconfig.forkjoin.SharedSpace;
import io.lull.reconfig.forkjoin.Team;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * FT of the NAS Parallel Benchmarks: a random field in three dimensions is transformed once; in
 * each iteration its frequencies decay, and the field is transformed back, and summed up in part.
 * Planes are shared out; where a transform goes across planes, the array is transposed.
 */
@SuppressWarnings("NullAway.Init") // declare must come first
public final class Fft implements ForkJoinProgram {
  /** So many points are summed up. */
  static final int POINTS = 1024;

  private FftParameters problem;
  private LoopSchedule schedule;

  /** Planes z of rows y of points x. */
  private DoubleArray field;

  /** Planes y of rows z of points x: the frequencies, and what is transformed of them. */
  private DoubleArray frequencies;

  private DoubleArray decayed;
  private List<Value> checksums;

  /**
   * Refuses what a run would refuse.
   *
   * @throws BadInput with one line that names the error and the remedy
   */
  public static void check(Parameters parameters, List<Path> inputs) {
    FftParameters.of(parameters);
    LoopSchedule.of(parameters);
    if (!inputs.isEmpty()) {
      throw new BadInput("fft takes no input files: omit --input");
    }
  }

  @Override
  public void declare(SharedSpace space) {
    check(space.parameters(), space.inputs());
    problem = FftParameters.of(space.parameters());
    schedule = LoopSchedule.of(space.parameters());
    final SharedShape turned = SharedShape.of(problem.ny(), problem.nz(), 2L * problem.nx());
    field = space.doubles("field", SharedShape.of(problem.nz(), problem.ny(), 2L * problem.nx()));
    frequencies = space.doubles("frequencies", turned);
    decayed = space.doubles("decayed", turned);
    final List<Value> values = new ArrayList<>();
    for (int i = 1; i <= problem.iterations(); i++) {
      values.add(space.value("checksum." + i + ".re", Double.NaN));
      values.add(space.value("checksum." + i + ".im", Double.NaN));
    }
    checksums = List.copyOf(values);
  }

  @Override
  public void run(Team team) {
    team.schedule(schedule);
    final int nx = problem.nx();
    final int ny = problem.ny();
    final int nz = problem.nz();
    final Roots alongX = new Roots(nx);
    final Roots alongY = new Roots(ny);
    final Roots alongZ = new Roots(nz);
    final Decay decay = new Decay(nx, ny, nz);
    final Supplier<PlaneTransforms.Scratch> scratch = () -> new PlaneTransforms.Scratch(problem);
    team.iterations(problem.iterations());
    team.loop(nz)
        .writes(field)
        .run(
            scratch,
            (z, own) -> {
              StartingField.fill(field, z, nx, ny);
              PlaneTransforms.rows(field, z, alongX, ny, true, own);
              PlaneTransforms.columns(field, field, z, alongY, nx, true, own);
            });
    team.transpose(field, frequencies);
    team.loop(ny)
        .writes(frequencies)
        .run(
            scratch,
            (y, own) ->
                PlaneTransforms.columns(frequencies, frequencies, y, alongZ, nx, true, own));
    team.repeat(
        problem.iterations(),
        iteration -> {
          problem.pace().await();
          team.loop(ny)
              .writes(frequencies, decayed)
              .run(
                  scratch,
                  (y, own) -> {
                    decay(y, decay, own.row());
                    PlaneTransforms.columns(frequencies, decayed, y, alongZ, nx, false, own);
                  });
          team.transpose(decayed, field);
          team.loop(nz)
              .writes(field)
              .run(
                  scratch,
                  (z, own) -> {
                    PlaneTransforms.columns(field, field, z, alongY, nx, false, own);
                    PlaneTransforms.rows(field, z, alongX, ny, false, own);
                  });
          final double re = team.loop(nz).reads(field).sum(z -> sum(z, 0));
          final double im = team.loop(nz).reads(field).sum(z -> sum(z, nx));
          final int number = Math.toIntExact(iteration);
          checksums.get(2 * number).set(re / problem.points());
          checksums.get(2 * number + 1).set(im / problem.points());
        });
  }

  private void decay(long y, Decay decay, double[] row) {
    for (int z = 0; z < problem.nz(); z++) {
      final DoubleRow line = frequencies.row(y, z);
      line.copyTo(0, row, 0, row.length);
      decay.apply(row, 0, y, z);
      line.copyFrom(0, row, 0, row.length);
    }
  }

  /** The points of a plane that are summed up. */
  private double sum(long z, int part) {
    double sum = 0;
    for (int j = 1; j <= POINTS; j++) {
      if (5L * j % problem.nz() == z) {
        sum += field.get(z, 3L * j % problem.ny(), j % problem.nx() + part);
      }
    }
    return sum;
  }

  @Override
  public void finish(SharedResults results) {
    boolean verified = true;
    for (int i = 0; i < problem.iterations(); i++) {
      final double re = checksums.get(2 * i).get();
      final double im = checksums.get(2 * i + 1).get();
      results.value("checksum." + (i + 1) + ".re", re);
      results.value("checksum." + (i + 1) + ".im", im);
      verified &= problem.reference() == null || problem.reference().verifies(i, re, im);
    }
    if (problem.reference() != null) {
      results.value("verified", verified ? 1 : 0);
    }
  }
}
