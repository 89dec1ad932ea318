package io.lull.apps.barnes;

import io.lull.apps.table.NumberTable;
import io.lull.reconfig.BadInput;
import io.lull.reconfig.Parameters;
import io.lull.reconfig.Results;
import io.lull.reconfig.Value;
import io.lull.reconfig.forkjoin.Derived;
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
 * Bodies that attract each other, step by step. Each worker makes the whole tree of a step by
 * itself, and finds the forces on its own bodies.
 */
@SuppressWarnings("NullAway.Init") // declare must come first
public final class Barnes implements ForkJoinProgram {
  private static final int AXES = 3;
  private static final String HEADER = "mass,x,y,z,vx,vy,vz";

  private BarnesParameters problem;
  private LoopSchedule schedule;
  private int count;
  private List<Path> inputs;
  private DoubleArray masses;
  private DoubleArray positions;
  private DoubleArray velocities;
  private DoubleArray accelerations;
  private DoubleArray first;
  private Derived<Octree> tree;
  private Value energy;

  /** One thread's arrays in between. */
  private static final class Scratch {
    private final double[] result = new double[AXES + 1];
    private final int[] path = new int[Octree.longestPath()];
  }

  /**
   * Refuses what a run would refuse.
   *
   * @throws BadInput with one line that names the error and the remedy
   */
  public static void check(Parameters parameters, List<Path> inputs) {
    LoopSchedule.of(parameters);
    bodies(BarnesParameters.of(parameters), inputs);
  }

  private static Bodies bodies(BarnesParameters problem, List<Path> inputs) {
    return switch (inputs.size()) {
      case 0 -> new PlummerModel(problem.bodies(), problem.seed());
      case 1 -> BodyFile.read(inputs.getFirst());
      default ->
          throw new BadInput(
              "barnes takes one input file, not " + inputs.size() + ": enter bodies.csv only");
    };
  }

  @Override
  public void declare(SharedSpace space) {
    problem = BarnesParameters.of(space.parameters());
    schedule = LoopSchedule.of(space.parameters());
    inputs = space.inputs();
    count = bodies(problem, inputs).count();
    masses = space.doubles("masses", SharedShape.of(count));
    positions = space.doubles("positions", SharedShape.of(count, AXES));
    velocities = space.doubles("velocities", SharedShape.of(count, AXES));
    accelerations = space.doubles("accelerations", SharedShape.of(count, AXES));
    first = space.doubles("first", SharedShape.of(count, AXES));
    energy = space.value("energy", Double.NaN);
    tree = Derived.by(() -> Octree.of(positions, masses, problem.theta()));
  }

  @Override
  public void run(Team team) {
    team.schedule(schedule);
    team.iterations(problem.steps());
    final Bodies start = bodies(problem, inputs);
    team.loop(count)
        .writes(masses, positions, velocities)
        .run(body -> {
          masses.set(body, start.mass(body));
          for (int axis = 0; axis < AXES; axis++) {
            positions.set(body, axis, start.position(body, axis));
            velocities.set(body, axis, start.velocity(body, axis));
          }
        });
    if (inputs.isEmpty()) {
      centre(team, positions);
      centre(team, velocities);
    }
    team.repeat(
        problem.steps(),
        step -> {
          problem.pace().await();
          attract(team, step);
          if (step == 0) {
            team.loop(count)
                .reads(accelerations)
                .writes(first)
                .run(body -> {
                  for (int axis = 0; axis < AXES; axis++) {
                    first.set(body, axis, accelerations.get(body, axis));
                  }
                });
          }
          team.loop(count).reads(accelerations).writes(positions, velocities).run(this::advance);
        });
    final double kinetic = team.loop(count).reads(masses, velocities).sum(this::kinetic);
    energy.set(kinetic + potential(team) / 2);
  }

  /** So that the bodies together are at rest in the middle. */
  private void centre(Team team, DoubleArray array) {
    for (int a = 0; a < AXES; a++) {
      final int axis = a;
      final double mean =
          team.loop(count).reads(masses, array).sum(i -> masses.get(i) * array.get(i, axis));
      team.loop(count).writes(array).run(i -> array.set(i, axis, array.get(i, axis) - mean));
    }
  }

  private void attract(Team team, long step) {
    team.loop(count)
        .readsAll(positions, masses)
        .writes(accelerations, velocities)
        .derives(tree)
        .run(
            Scratch::new,
            (body, own) -> {
              tree.get().attract((int) body, problem.eps(), own.result, own.path);
              for (int axis = 0; axis < AXES; axis++) {
                final double before = accelerations.get(body, axis);
                final double now = own.result[axis];
                accelerations.set(body, axis, now);
                if (step > 0) {
                  final double more = (now - before) * (problem.dt() / 2);
                  velocities.set(body, axis, velocities.get(body, axis) + more);
                }
              }
            });
  }

  private double potential(Team team) {
    return team.loop(count)
        .reads(accelerations)
        .readsAll(positions, masses)
        .derives(tree)
        .sum(
            Scratch::new,
            (body, own) -> {
              tree.get().attract((int) body, problem.eps(), own.result, own.path);
              return masses.get(body) * own.result[AXES];
            });
  }

  private double kinetic(long body) {
    double square = 0;
    for (int axis = 0; axis < AXES; axis++) {
      square += velocities.get(body, axis) * velocities.get(body, axis);
    }
    return masses.get(body) * square / 2;
  }

  /** As SPLASH does: J. P. Singh, W. D. Weber and A. Gupta, 1992; a leapfrog. */
  private void advance(long body) {
    for (int axis = 0; axis < AXES; axis++) {
      final double half = accelerations.get(body, axis) * (problem.dt() / 2);
      final double middle = velocities.get(body, axis) + half;
      positions.set(body, axis, positions.get(body, axis) + middle * problem.dt());
      velocities.set(body, axis, middle + half);
    }
  }

  @Override
  public void finish(SharedResults results) throws IOException {
    results.value("energy", energy.get());
    final double[] mass = new double[count];
    results.collect(masses, _ -> rows((_, values) -> System.arraycopy(values, 0, mass, 0, count)));
    final double[] place = new double[count * AXES];
    results.collect(
        positions,
        _ -> rows((row, values) -> System.arraycopy(values, 0, place, (int) row * AXES, AXES)));
    results.collect(
        velocities,
        outputs ->
            new NumberTable(
                outputs.resolve("bodies.csv"),
                HEADER,
                body ->
                    mass[body]
                        + ","
                        + place[body * AXES]
                        + ","
                        + place[body * AXES + 1]
                        + ","
                        + place[body * AXES + 2]
                        + ","));
    results.collect(
        first, outputs -> new NumberTable(outputs.resolve("accelerations.csv"), "x,y,z", _ -> ""));
  }

  @FunctionalInterface
  private interface RowTaker {
    void row(long row, double[] values);
  }

  private static Results.DoubleRows rows(RowTaker taker) {
    return new Results.DoubleRows() {
      @Override
      public void row(long row, double[] values) {
        taker.row(row, values);
      }

      @Override
      public void close() {
        // Nothing is open.
      }
    };
  }
}
