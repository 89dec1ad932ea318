package io.lull.apps.water;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lull.reconfig.Parameters;
import io.lull.testkit.random.Seed;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Forces are minus the derivatives of potentials. */
final class ForcesTest {
  private static final double SMALL = 1e-5;

  @RegisterExtension final Seed seed = Seed.ofThisRun();

  /** A molecule out of shape. */
  private static double[] bent(double x) {
    return new double[] {x + 0.61, 0.73, 0.02, x, 0, -0.01, x + 0.57, -0.80, 0.05};
  }

  private static double slope(double[] at, int place, ToDoubleFunction<double[]> potential) {
    final double[] more = at.clone();
    final double[] less = at.clone();
    more[place] += SMALL;
    less[place] -= SMALL;
    return (potential.applyAsDouble(more) - potential.applyAsDouble(less)) / (2 * SMALL);
  }

  private static double greatest(double[] forces) {
    return Arrays.stream(forces).map(Math::abs).max().orElseThrow();
  }

  @Test
  void bondsPullAsTheirPotentialSays() {
    final Bonds bonds = new Bonds();
    final double[] atoms = bent(1);
    final double[] forces = new double[Molecule.NUMBERS];
    bonds.take(atoms);
    bonds.forces(forces);
    for (int place = 0; place < Molecule.NUMBERS; place++) {
      final double slope =
          slope(
              atoms,
              place,
              each -> {
                bonds.take(each);
                return bonds.potential();
              });
      assertThat(forces[place]).as("of number " + place).isCloseTo(-slope, within(1e-9));
    }
    assertThat(greatest(forces)).isGreaterThan(0.01);
  }

  @Test
  void bondsAtRestDoNothing() {
    final double half = Molecule.ANGLE / 2;
    final double along = Molecule.BOND * Math.cos(half);
    final double across = Molecule.BOND * Math.sin(half);
    final Bonds bonds = new Bonds();
    bonds.take(new double[] {along, across, 0, 0, 0, 0, along, -across, 0});
    final double[] forces = new double[Molecule.NUMBERS];
    bonds.forces(forces);
    assertThat(bonds.potential()).isCloseTo(0, within(1e-20));
    assertThat(greatest(forces)).isLessThan(1e-12);
  }

  private static Sites sites(double[] first, double[] second) {
    return Sites.of(
        2,
        (molecule, all, at) ->
            System.arraycopy(molecule == 0 ? first : second, 0, all, at, Molecule.NUMBERS));
  }

  /** Near each other; near each other through the box's edge; partly beyond the cutoff. */
  @ParameterizedTest
  @ValueSource(doubles = {2.8, 11.9, 5.3})
  void pairsPullAsTheirPotentialsSay(double apart) {
    final WaterBox box =
        WaterBox.of(WaterParameters.of(new Parameters(Map.of("molecules", "125"))));
    final WaterBox narrow = new WaterBox(125, box.length(), 6);
    final MoleculePair pair = new MoleculePair(narrow);
    final double[] first = bent(1);
    final double[] second = bent(1 + apart);
    final double[] own = new double[Molecule.NUMBERS];
    assertThat(pair.take(sites(first, second), 0, 1)).isTrue();
    final double[] other = new double[Molecule.NUMBERS];
    pair.forces(own, other);
    for (int place = 0; place < Molecule.NUMBERS; place++) {
      assertThat(own[place])
          .isCloseTo(-slope(first, place, each -> all(pair, each, second)), within(1e-8));
      assertThat(other[place])
          .isCloseTo(-slope(second, place, each -> all(pair, first, each)), within(1e-8));
    }
    assertThat(greatest(own)).isGreaterThan(1e-4);
  }

  private static double all(MoleculePair pair, double[] first, double[] second) {
    pair.take(sites(first, second), 0, 1);
    return pair.potential() + pair.fieldPotential();
  }

  @Test
  void moleculesBeyondTheCutoffDoNotFeelEachOther() {
    final MoleculePair pair = new MoleculePair(new WaterBox(125, 20, 5));
    assertThat(pair.take(sites(bent(1), bent(8)), 0, 1)).isFalse();
  }

  @Test
  void theMethodIsExactForPowersUpToTheSixth() {
    final double[] orders = {1, 6, 15, 20, 15, 6, 1};
    Predictor.predict(orders);
    assertThat(orders).containsExactly(64, 192, 240, 160, 60, 12, 1);
    Predictor.correct(orders, 240);
    assertThat(orders).containsExactly(64, 192, 240, 160, 60, 12, 1);
    Predictor.correct(orders, 241);
    assertThat(orders[2]).isEqualTo(241);
    assertThat(orders[0]).isEqualTo(64 + 863.0 / 6048);
  }

  /** Anywhere in the box and a little outside of it, stretched far. */
  @Test
  void moleculesFeelEachOtherWhereOneOfTheirChargesIsWithinTheCutoff() {
    final RandomGenerator random = seed.random();
    final WaterBox box = new WaterBox(125, 15.5, 6);
    final MoleculePair pair = new MoleculePair(box);
    final List<Integer> charges =
        List.of(Molecule.FIRST_HYDROGEN, Molecule.SECOND_HYDROGEN, Sites.CHARGE);
    int felt = 0;
    for (int round = 0; round < 50_000; round++) {
      final Sites both = sites(molecule(box, random), molecule(box, random));
      boolean expected = false;
      for (final int from : charges) {
        for (final int to : charges) {
          double square = 0;
          for (int axis = 0; axis < Molecule.AXES; axis++) {
            final double way = nearest(box, both.at(0, from, axis) - both.at(1, to, axis));
            square += way * way;
          }
          expected |= square <= box.cutoff() * box.cutoff();
        }
      }
      assertThat(pair.take(both, 0, 1)).as("%s, round %d", seed, round).isEqualTo(expected);
      felt += expected ? 1 : 0;
    }
    assertThat(felt).isBetween(5_000, 45_000);
  }

  private static double[] molecule(WaterBox box, RandomGenerator random) {
    final double[] numbers = new double[Molecule.NUMBERS];
    final double stretched = random.nextInt(4) == 0 ? 4 : 1;
    for (int axis = 0; axis < Molecule.AXES; axis++) {
      final double oxygen = box.length() * (1.1 * random.nextDouble() - 0.05);
      for (int atom = 0; atom < Molecule.ATOMS; atom++) {
        numbers[Molecule.place(atom, axis)] =
            atom == Molecule.OXYGEN ? oxygen : oxygen + stretched * (2 * random.nextDouble() - 1);
      }
    }
    return numbers;
  }

  /** The shortest way in a periodic box. */
  private static double nearest(WaterBox box, double difference) {
    return Math.abs(difference) > box.length() / 2
        ? difference - Math.copySign(box.length(), difference)
        : difference;
  }
}
