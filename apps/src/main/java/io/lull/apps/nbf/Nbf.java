package io.lull.apps.nbf;

import io.lull.reconfig.BadInput;
import io.lull.reconfig.Parameters;
import io.lull.reconfig.Value;
import io.lull.reconfig.forkjoin.DoubleArray;
import io.lull.reconfig.forkjoin.DoubleRow;
import io.lull.reconfig.forkjoin.ForkJoinProgram;
import io.lull.reconfig.forkjoin.IntArray;
import io.lull.reconfig.forkjoin.IntRow;
import io.lull.reconfig.forkjoin.LoopSchedule;
import io.lull.reconfig.forkjoin.SharedResults;
import io.lull.reconfig.forkjoin.SharedShape;
import io.lull.reconfig.forkjoin.SharedSpace;
import io.lull.reconfig.forkjoin.Sums;
import io.lull.reconfig.forkjoin.Team;
import java.nio.file.Path;
import java.util.List;

/**
 * Molecules that push and pull each other, after the kernel of GROMOS that the source of fork-join
 * programs used: each molecule has a list of partners, and a pair is worked out once and adds to
 * the forces on both. The potential is that of Lennard and Jones, in its own units.
 */
@SuppressWarnings("NullAway.Init") // declare must come first
public final class Nbf implements ForkJoinProgram {
  private static final int AXES = 3;
  private static final double DT = 1e-4;

  /** No force is greater: molecules begin at least 0.8 apart. */
  private static final double GREATEST_FORCE = 1 << 14;

  private NbfParameters problem;
  private LoopSchedule schedule;
  private int count;
  private IntArray partners;
  private DoubleArray x;
  private DoubleArray v;
  private DoubleArray f;
  private Value energy;
  private Value momentum;

  /**
   * Refuses what a run would refuse.
   *
   * @throws BadInput with one line that names the error and the remedy
   */
  public static void check(Parameters parameters, List<Path> inputs) {
    NbfParameters.of(parameters);
    LoopSchedule.of(parameters);
    if (!inputs.isEmpty()) {
      throw new BadInput("nbf takes no input files: omit --input");
    }
  }

  @Override
  public void declare(SharedSpace space) {
    check(space.parameters(), space.inputs());
    problem = NbfParameters.of(space.parameters());
    schedule = LoopSchedule.of(space.parameters());
    count = problem.molecules();
    partners = space.ints("partners", SharedShape.of(count, 1L + PartnerList.MOST));
    x = space.doubles("x", SharedShape.of(count, AXES));
    v = space.doubles("v", SharedShape.of(count, AXES));
    f = space.doubles("f", SharedShape.of(count, AXES));
    energy = space.value("energy", Double.NaN);
    momentum = space.value("momentum", Double.NaN);
  }

  @Override
  public void run(Team team) {
    team.schedule(schedule);
    team.iterations(problem.steps());
    final Lattice lattice = new Lattice(count, problem.seed());
    team.loop(count)
        .writes(partners, x)
        .run(() -> new int[1 + PartnerList.MOST], (i, list) -> begin(lattice, (int) i, list));
    team.repeat(
        problem.steps(),
        step -> {
          problem.pace().await();
          final double potential =
              team.loop(count)
                  .reads(x)
                  .readsListed(x, partners)
                  .adds(f, GREATEST_FORCE)
                  .sum(this::pairs);
          team.loop(count).writes(f, x, v).run(this::move);
          if (step + 1 == problem.steps()) {
            energy.set(potential + team.loop(count).reads(v).sum(this::kinetic));
            momentum.set(momentum(team));
          }
        });
  }

  private void begin(Lattice lattice, int molecule, int[] list) {
    if (problem.random()) {
      PartnerList.random(count, molecule, problem.seed(), list);
    } else {
      PartnerList.near(lattice, molecule, list);
    }
    partners.row(molecule).copyFrom(0, list, 0, list[0] + 1);
    for (int axis = 0; axis < AXES; axis++) {
      x.set(molecule, axis, lattice.coordinate(molecule, axis));
    }
  }

  /** A molecule with its partners; gives their potential. */
  private double pairs(long molecule, Sums forces) {
    final DoubleRow at = x.row(molecule);
    final double atX = at.get(0);
    final double atY = at.get(1);
    final double atZ = at.get(2);
    final IntRow list = partners.row(molecule);
    final int pairs = list.get(0);
    double potential = 0;
    double ownX = 0;
    double ownY = 0;
    double ownZ = 0;
    for (int k = 1; k <= pairs; k++) {
      final int other = list.get(k);
      final DoubleRow partner = x.row(other);
      final double dx = atX - partner.get(0);
      final double dy = atY - partner.get(1);
      final double dz = atZ - partner.get(2);
      final double inverse = 1 / (dx * dx + dy * dy + dz * dz);
      final double sixth = inverse * inverse * inverse;
      potential += 4 * sixth * (sixth - 1);
      final double factor = 24 * sixth * (2 * sixth - 1) * inverse;
      ownX += factor * dx;
      ownY += factor * dy;
      ownZ += factor * dz;
      forces.add(other, 0, -factor * dx, -factor * dy, -factor * dz);
    }
    forces.add(molecule, 0, ownX, ownY, ownZ);
    return potential;
  }

  private void move(long molecule) {
    for (int axis = 0; axis < AXES; axis++) {
      final double velocity = v.get(molecule, axis) + f.get(molecule, axis) * DT;
      v.set(molecule, axis, velocity);
      x.set(molecule, axis, x.get(molecule, axis) + velocity * DT);
      f.set(molecule, axis, 0);
    }
  }

  private double kinetic(long molecule) {
    double square = 0;
    for (int axis = 0; axis < AXES; axis++) {
      square += v.get(molecule, axis) * v.get(molecule, axis);
    }
    return square / 2;
  }

  /** The length of all molecules' momentum: forces cancel, so it stays near 0. */
  private double momentum(Team team) {
    double square = 0;
    for (int a = 0; a < AXES; a++) {
      final int axis = a;
      final double along = team.loop(count).reads(v).sum(i -> v.get(i, axis));
      square += along * along;
    }
    return Math.sqrt(square);
  }

  @Override
  public void finish(SharedResults results) {
    results.value("energy", energy.get());
    results.value("momentum", momentum.get());
  }
}
