package io.lull.apps.water;

import io.lull.apps.table.NumberTable;
import io.lull.reconfig.BadInput;
import io.lull.reconfig.Parameters;
import io.lull.reconfig.Value;
import io.lull.reconfig.forkjoin.Derived;
import io.lull.reconfig.forkjoin.DoubleArray;
import io.lull.reconfig.forkjoin.ForkJoinProgram;
import io.lull.reconfig.forkjoin.LoopSchedule;
import io.lull.reconfig.forkjoin.SharedResults;
import io.lull.reconfig.forkjoin.SharedShape;
import io.lull.reconfig.forkjoin.SharedSpace;
import io.lull.reconfig.forkjoin.Sums;
import io.lull.reconfig.forkjoin.Team;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Molecules of water in a periodic box, each of which feels each other one, step by step; the
 * program water-nsquared of SPLASH (see {@link WaterBox}). A pair is worked out once and adds to
 * the forces on both.
 */
@SuppressWarnings("NullAway.Init") // declare must come first
public final class Water implements ForkJoinProgram {
  private static final int NUMBERS = Molecule.NUMBERS;

  /** No force is greater, in units of a mass's by a length's by a time's square. */
  private static final double GREATEST_FORCE = 1 << 20;

  private static final String HEADER =
      "step,kinetic,intramolecular,intermolecular,reaction-field,total,temperature,virial";

  private WaterParameters problem;
  private LoopSchedule schedule;
  private WaterBox box;
  private @Nullable Path numbers;
  private DoubleArray atoms;
  private DoubleArray derivatives;
  private DoubleArray forces;
  private DoubleArray potentials;
  private DoubleArray table;
  private Derived<Sites> sites;
  private Value squares;
  private Value virials;
  private Value energy;

  /** One thread's molecule. */
  private static final class Scratch {
    private final double[] numbers = new double[NUMBERS];
    private final double[] others = new double[NUMBERS];
    private final double[] orders = new double[Predictor.ORDER + 1];
    private final Bonds bonds = new Bonds();
  }

  /**
   * Refuses what a run would refuse.
   *
   * @throws BadInput with one line that names the error and the remedy
   */
  public static void check(Parameters parameters, List<Path> inputs) {
    LoopSchedule.of(parameters);
    StartingState.of(WaterParameters.of(parameters), input(inputs));
  }

  private static @Nullable Path input(List<Path> inputs) {
    return switch (inputs.size()) {
      case 0 -> null;
      case 1 -> inputs.getFirst();
      default ->
          throw new BadInput(
              "water takes one input file, not " + inputs.size() + ": enter random.in only");
    };
  }

  @Override
  public void declare(SharedSpace space) {
    problem = WaterParameters.of(space.parameters());
    schedule = LoopSchedule.of(space.parameters());
    box = WaterBox.of(problem);
    numbers = input(space.inputs());
    final int count = problem.molecules();
    atoms = space.doubles("atoms", SharedShape.of(count, NUMBERS));
    derivatives =
        space.doubles("derivatives", SharedShape.of(count, (long) Predictor.ORDER * NUMBERS));
    forces = space.doubles("forces", SharedShape.of(count, NUMBERS));
    potentials = space.doubles("potentials", SharedShape.of(count, 2));
    table = space.doubles("table", SharedShape.of(problem.steps(), 7));
    sites =
        Derived.by(() -> Sites.of(count, (m, all, at) -> atoms.row(m).copyTo(0, all, at, NUMBERS)));
    squares = space.value("squares", 0);
    virials = space.value("virials", 0);
    energy = space.value("energy", Double.NaN);
  }

  @Override
  public void run(Team team) {
    team.schedule(schedule);
    team.iterations(problem.steps());
    final int count = problem.molecules();
    final StartingState start = StartingState.of(problem, numbers);
    team.loop(count).writes(atoms, derivatives).run(molecule -> begin(start, (int) molecule));
    feel(team);
    team.loop(count).reads(forces).writes(derivatives).run(this::accelerate);
    team.repeat(
        problem.steps(),
        step -> {
          problem.pace().await();
          final double bonds =
              team.loop(count)
                  .writes(atoms, derivatives, forces)
                  .sum(Scratch::new, (molecule, own) -> predict(molecule, own));
          final double pairs = feel(team);
          final double moved =
              team.loop(count)
                  .reads(forces)
                  .writes(atoms, derivatives)
                  .sum(Scratch::new, (molecule, own) -> correct(molecule, own));
          squares.set(squares.get() + moved);
          virials.set(virials.get() - bonds - pairs);
          report(team, step, moved);
        });
  }

  private void begin(StartingState start, int molecule) {
    for (int atom = 0; atom < Molecule.ATOMS; atom++) {
      for (int axis = 0; axis < Molecule.AXES; axis++) {
        final int place = Molecule.place(atom, axis);
        atoms.set(molecule, place, start.coordinate(molecule, atom, axis));
        derivatives.set(molecule, place, start.velocity(molecule, atom, axis));
      }
    }
  }

  /** Adds what molecules feel of each other to the forces; gives their virial. */
  private double feel(Team team) {
    return team.loop(problem.molecules())
        .readsAll(atoms)
        .derives(sites)
        .adds(forces, GREATEST_FORCE)
        .sum((molecule, sums) -> feel((int) molecule, sums));
  }

  private double feel(int molecule, Sums sums) {
    final MoleculePair pair = new MoleculePair(box);
    final Sites all = sites.get();
    final double[] own = new double[NUMBERS];
    final double[] others = new double[NUMBERS];
    double virial = 0;
    for (int k = 1; k <= partners(box.molecules(), molecule); k++) {
      final int other = (molecule + k) % box.molecules();
      if (pair.take(all, molecule, other)) {
        virial += pair.forces(own, others);
        add(sums, other, others);
      }
    }
    add(sums, molecule, own);
    return virial;
  }

  private static void add(Sums sums, int molecule, double[] forces) {
    for (int place = 0; place < NUMBERS; place += Molecule.AXES) {
      sums.add(molecule, place, forces[place], forces[place + 1], forces[place + 2]);
    }
  }

  /** So many molecules after this one, around the ring of all, are its partners. */
  static int partners(int count, int molecule) {
    // Of an even number, two are opposite each other: one of them has the pair.
    return count % 2 == 1 || molecule < count / 2 ? count / 2 : count / 2 - 1;
  }

  /** The second derivative that a force means, as {@link Predictor} holds it. */
  private static double second(int place, double force) {
    final double mass = WaterBox.mass(place / Molecule.AXES);
    return force * (WaterBox.STEP * WaterBox.STEP / 2) / mass;
  }

  private void accelerate(long molecule) {
    for (int place = 0; place < NUMBERS; place++) {
      derivatives.set(molecule, NUMBERS + place, second(place, forces.get(molecule, place)));
    }
  }

  private void orders(long molecule, int place, double[] orders) {
    orders[0] = atoms.get(molecule, place);
    for (int order = 1; order <= Predictor.ORDER; order++) {
      orders[order] = derivatives.get(molecule, (order - 1) * NUMBERS + place);
    }
  }

  private void setOrders(long molecule, int place, double[] orders) {
    atoms.set(molecule, place, orders[0]);
    for (int order = 1; order <= Predictor.ORDER; order++) {
      derivatives.set(molecule, (order - 1) * NUMBERS + place, orders[order]);
    }
  }

  /** Predicts a molecule, and sets the forces to those of its bonds; gives their virial. */
  private double predict(long molecule, Scratch own) {
    for (int place = 0; place < NUMBERS; place++) {
      orders(molecule, place, own.orders);
      Predictor.predict(own.orders);
      setOrders(molecule, place, own.orders);
      own.numbers[place] = own.orders[0];
    }
    own.bonds.take(own.numbers);
    own.bonds.forces(own.others);
    double virial = 0;
    for (int place = 0; place < NUMBERS; place++) {
      forces.set(molecule, place, own.others[place]);
      virial += own.numbers[place] * own.others[place];
    }
    return virial;
  }

  /** Corrects a molecule; gives the sum of its masses by the squares of their ways in a step. */
  private double correct(long molecule, Scratch own) {
    double moved = 0;
    for (int place = 0; place < NUMBERS; place++) {
      orders(molecule, place, own.orders);
      Predictor.correct(own.orders, second(place, forces.get(molecule, place)));
      setOrders(molecule, place, own.orders);
      moved += own.orders[1] * own.orders[1] * WaterBox.mass(place / Molecule.AXES);
    }
    for (int axis = 0; axis < Molecule.AXES; axis++) {
      final double oxygen = atoms.get(molecule, Molecule.place(Molecule.OXYGEN, axis));
      if (oxygen < 0 || oxygen > box.length()) {
        final double back = oxygen < 0 ? box.length() : -box.length();
        for (int atom = 0; atom < Molecule.ATOMS; atom++) {
          final int place = Molecule.place(atom, axis);
          atoms.set(molecule, place, atoms.get(molecule, place) + back);
        }
      }
    }
    return moved;
  }

  /** The step's line of the table. */
  private void report(Team team, long step, double moved) {
    final int count = problem.molecules();
    final double unit = box.energyUnit();
    final double bonds = team.loop(count).reads(atoms).sum(Scratch::new, this::potential) * unit;
    team.loop(count)
        .readsAll(atoms)
        .derives(sites)
        .writes(potentials)
        .run(molecule -> potentials((int) molecule));
    final double pairs = team.loop(count).reads(potentials).sum(m -> potentials.get(m, 0)) * unit;
    final double field = team.loop(count).reads(potentials).sum(m -> potentials.get(m, 1)) * unit;
    final double kinetic = moved * box.kineticUnit();
    final double total = bonds + pairs + field + kinetic;
    energy.set(total);
    final double steps = step + 1;
    final double temperature = box.temperature(squares.get() / steps);
    final double virial = virials.get() * unit / 2 / steps;
    final double[] line = {kinetic, bonds, pairs, field, total, temperature, virial};
    team.only(table, step, () -> table.row(step).copyFrom(0, line, 0, line.length));
  }

  private double potential(long molecule, Scratch own) {
    atoms.row(molecule).copyTo(0, own.numbers, 0, NUMBERS);
    own.bonds.take(own.numbers);
    return own.bonds.potential();
  }

  private void potentials(int molecule) {
    final MoleculePair pair = new MoleculePair(box);
    final Sites all = sites.get();
    double potential = 0;
    double field = 0;
    for (int k = 1; k <= partners(box.molecules(), molecule); k++) {
      if (pair.take(all, molecule, (molecule + k) % box.molecules())) {
        potential += pair.potential();
        field += pair.fieldPotential();
      }
    }
    potentials.set(molecule, 0, potential);
    potentials.set(molecule, 1, field);
  }

  @Override
  public void finish(SharedResults results) throws IOException {
    results.value("energy", energy.get());
    results.collect(
        table,
        outputs ->
            new NumberTable(outputs.resolve("energies.csv"), HEADER, step -> (step + 1) + ","));
  }
}
