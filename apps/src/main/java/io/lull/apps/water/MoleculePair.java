package io.lull.apps.water;

import static io.lull.apps.water.Molecule.AXES;
import static io.lull.apps.water.Molecule.HYDROGEN_SHARE;
import static io.lull.apps.water.Molecule.OXYGEN_SHARE;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What two molecules do to each other: the potential of O. Matsuoka, E. Clementi and M. Yoshimine,
 * "CI study of the water dimer potential surface", 1976, with a reaction field beyond the cutoff.
 * Sites that carry charge feel each other within the cutoff; atoms repel each other, where all
 * charges of the two are within it. One thread.
 */
final class MoleculePair {
  // Pairs of sites: first those of charges, in which the hydrogens' come last, then other atoms'.
  private static final int[] FROM = {3, 3, 3, 0, 2, 0, 0, 2, 2, 1, 1, 1, 0, 2};
  private static final int[] TO = {3, 0, 2, 3, 3, 0, 2, 0, 2, 1, 0, 2, 1, 1};
  private static final int[][] OF_FIRST = pairsOf(FROM);
  private static final int[][] OF_SECOND = pairsOf(TO);
  private static final int CHARGED = 9;
  private static final int HYDROGENS = 5;
  private static final int OXYGENS = 9;

  /** The product of a pair's charges, by that of two hydrogens'. */
  private static final double[] CHARGES = {4, -2, -2, -2, -2, 1, 1, 1, 1};

  private static final double CHARGE = 0.07152158;

  /** More than distances are rounded by. */
  private static final double ROUNDING = 1 + 1e-9;

  private static final double OXYGENS_REPEL = 455.313100;
  private static final double OXYGENS_DECAY = 5.15271070;
  private static final double HYDROGENS_REPEL = 0.27879839;
  private static final double HYDROGENS_DECAY = 2.76084370;
  private static final double MIXED_REPEL = 0.60895706;
  private static final double MIXED_REPEL_DECAY = 2.96189550;
  private static final double MIXED_ATTRACT = 0.11447336;
  private static final double MIXED_ATTRACT_DECAY = 2.23326410;

  private final WaterBox box;
  private final double length;
  private final double perLength;
  private final double cutoffSquare;
  private final double field;
  private final double[] x = new double[FROM.length];
  private final double[] y = new double[FROM.length];
  private final double[] z = new double[FROM.length];
  private final double[] squares = new double[FROM.length];
  private final double[] forces = new double[FROM.length];
  private final double[] onFirst = new double[Sites.SITES * AXES];
  private final double[] onSecond = new double[Sites.SITES * AXES];
  private int within;

  /** Of each site, the pairs that have it. */
  private static int[][] pairsOf(int[] ends) {
    return IntStream.range(0, Sites.SITES)
        .mapToObj(site -> IntStream.range(0, ends.length).filter(k -> ends[k] == site).toArray())
        .toArray(int[][]::new);
  }

  MoleculePair(WaterBox box) {
    this.box = box;
    this.length = box.length();
    this.perLength = 1 / length;
    this.cutoffSquare = box.cutoff() * box.cutoff();
    this.field = CHARGE / (box.cutoff() * cutoffSquare);
  }

  /**
   * Takes two molecules.
   *
   * @return whether they feel each other
   */
  boolean take(Sites sites, int first, int second) {
    within = 0;
    if (areApart(sites, first, second)) {
      return false;
    }
    for (int k = 0; k < CHARGED; k++) {
      measure(sites, first, second, k);
      if (squares[k] <= cutoffSquare) {
        within++;
      }
    }
    if (within == CHARGED) {
      for (int k = CHARGED; k < FROM.length; k++) {
        measure(sites, first, second, k);
      }
    }
    return within > 0;
  }

  /** Whether no site of one can be within the cutoff of a site of the other. */
  private boolean areApart(Sites sites, int first, int second) {
    double square = 0;
    for (int axis = 0; axis < AXES; axis++) {
      final double way =
          nearest(sites.at(first, Molecule.OXYGEN, axis) - sites.at(second, Molecule.OXYGEN, axis));
      square += way * way;
    }
    // The shortest way to a site differs by no more than the site is off.
    final double most = box.cutoff() + sites.reach(first) + sites.reach(second);
    return square > most * most * ROUNDING;
  }

  private void measure(Sites sites, int first, int second, int k) {
    final int from = sites.place(first, FROM[k]);
    final int to = sites.place(second, TO[k]);
    x[k] = nearest(sites.at(from) - sites.at(to));
    y[k] = nearest(sites.at(from + 1) - sites.at(to + 1));
    z[k] = nearest(sites.at(from + 2) - sites.at(to + 2));
    squares[k] = x[k] * x[k] + y[k] * y[k] + z[k] * z[k];
  }

  /**
   * The shortest way between two coordinates that differ by so much, the box being periodic. By
   * rounding, for a comparison would go either way too often to be foreseen by the processor.
   */
  private double nearest(double difference) {
    return difference - length * Math.rint(difference * perLength);
  }

  /** The potential of charges and repulsion. */
  double potential() {
    double potential = 0;
    for (int k = 0; k < CHARGED; k++) {
      potential += CHARGES[k] * CHARGE / Math.sqrt(Math.min(squares[k], cutoffSquare));
    }
    if (within == CHARGED) {
      for (int k = HYDROGENS; k < FROM.length; k++) {
        final double distance = Math.sqrt(squares[k]);
        potential +=
            k < OXYGENS
                ? hydrogens(distance)
                : k == OXYGENS ? oxygens(distance) : repelled(distance) - attracted(distance);
      }
    }
    return potential;
  }

  /** The potential of the reaction field. */
  double fieldPotential() {
    double sum = 0;
    for (int k = 0; k < CHARGED; k++) {
      sum += CHARGES[k] * Math.min(squares[k], cutoffSquare);
    }
    return sum * field / 2;
  }

  private static double oxygens(double distance) {
    return OXYGENS_REPEL * StrictMath.exp(-OXYGENS_DECAY * distance);
  }

  private static double hydrogens(double distance) {
    return HYDROGENS_REPEL * StrictMath.exp(-HYDROGENS_DECAY * distance);
  }

  private static double repelled(double distance) {
    return MIXED_REPEL * StrictMath.exp(-MIXED_REPEL_DECAY * distance);
  }

  private static double attracted(double distance) {
    return MIXED_ATTRACT * StrictMath.exp(-MIXED_ATTRACT_DECAY * distance);
  }

  /** Sets the forces between sites by their distances: minus the potential's derivative by it. */
  private void setForces() {
    for (int k = 0; k < CHARGED; k++) {
      final double square = squares[k];
      forces[k] =
          square <= cutoffSquare ? CHARGES[k] * (CHARGE / (square * Math.sqrt(square)) - field) : 0;
    }
    if (within < CHARGED) {
      Arrays.fill(forces, CHARGED, FROM.length, 0);
      return;
    }
    for (int k = HYDROGENS; k < OXYGENS; k++) {
      final double distance = Math.sqrt(squares[k]);
      forces[k] += HYDROGENS_DECAY * hydrogens(distance) / distance;
    }
    final double oxygens = Math.sqrt(squares[OXYGENS]);
    forces[OXYGENS] = OXYGENS_DECAY * oxygens(oxygens) / oxygens;
    for (int k = OXYGENS + 1; k < FROM.length; k++) {
      final double distance = Math.sqrt(squares[k]);
      forces[k] =
          (MIXED_REPEL_DECAY * repelled(distance) - MIXED_ATTRACT_DECAY * attracted(distance))
              / distance;
    }
  }

  /**
   * Works out the forces on both.
   *
   * @param own those on the first molecule are added to it
   * @param others set to those on the second
   * @return the sum of forces by distances
   */
  double forces(double[] own, double[] others) {
    setForces();
    double virial = 0;
    for (int k = 0; k < FROM.length; k++) {
      final double force = forces[k];
      virial += force * squares[k];
      x[k] *= force;
      y[k] *= force;
      z[k] *= force;
    }
    add(OF_FIRST, onFirst);
    add(OF_SECOND, onSecond);
    for (int atom = 0; atom < Molecule.ATOMS; atom++) {
      for (int axis = 0; axis < AXES; axis++) {
        final int place = Molecule.place(atom, axis);
        own[place] += onAtom(onFirst, atom, axis);
        others[place] = -onAtom(onSecond, atom, axis);
      }
    }
    return virial;
  }

  /** Adds up what is on each site, in registers. */
  private void add(int[][] pairs, double[] on) {
    for (int site = 0; site < Sites.SITES; site++) {
      double alongX = 0;
      double alongY = 0;
      double alongZ = 0;
      for (final int k : pairs[site]) {
        alongX += x[k];
        alongY += y[k];
        alongZ += z[k];
      }
      on[site * AXES] = alongX;
      on[site * AXES + 1] = alongY;
      on[site * AXES + 2] = alongZ;
    }
  }

  /** What is on the charged site is on the atoms. */
  private static double onAtom(double[] sites, int atom, int axis) {
    final double share = atom == Molecule.OXYGEN ? OXYGEN_SHARE : HYDROGEN_SHARE;
    return sites[atom * AXES + axis] + share * sites[Sites.CHARGE * AXES + axis];
  }
}
