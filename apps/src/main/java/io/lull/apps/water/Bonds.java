package io.lull.apps.water;

import static io.lull.apps.water.Molecule.AXES;
import static io.lull.apps.water.Molecule.BOND;

/**
 * What the atoms of a molecule do to each other: the potential of R. J. Bartlett, I. Shavitt and G.
 * D. Purvis, "The quartic force field of H2O determined by many-body methods that include quadruple
 * excitation effects", 1979, to the fourth order in how far the two bonds are stretched and the
 * angle between them is opened. One thread.
 */
final class Bonds {
  // By the powers of the first bond, the second bond and the angle; the two bonds are alike.
  private static final double STRETCH2 = 0.512596;
  private static final double OPEN2 = 0.048098;
  private static final double STRETCH_STRETCH = -0.005823;
  private static final double STRETCH_OPEN = 0.016452;
  private static final double STRETCH3 = -0.57191;
  private static final double OPEN3 = -0.007636;
  private static final double STRETCH2_STRETCH = -0.001867;
  private static final double STRETCH2_OPEN = -0.002047;
  private static final double STRETCH_STRETCH_OPEN = -0.03083;
  private static final double STRETCH_OPEN2 = -0.0094245;
  private static final double STRETCH4 = 0.8431;
  private static final double OPEN4 = -0.00193;
  private static final double STRETCH3_STRETCH = -0.0030;
  private static final double STRETCH2_STRETCH2 = 0.0036;
  private static final double STRETCH3_OPEN = -0.012;
  private static final double STRETCH2_STRETCH_OPEN = 0.0060;
  private static final double STRETCH2_OPEN2 = -0.0048;
  private static final double STRETCH_STRETCH_OPEN2 = 0.0211;
  private static final double STRETCH_OPEN3 = 0.006263;

  private final double[] first = new double[AXES];
  private final double[] second = new double[AXES];
  private double firstLength;
  private double secondLength;
  private double cosine;
  private double stretched1;
  private double stretched2;
  private double opened;

  /**
   * Takes a molecule.
   *
   * @param atoms its coordinates
   */
  void take(double[] atoms) {
    double square1 = 0;
    double square2 = 0;
    double product = 0;
    for (int axis = 0; axis < AXES; axis++) {
      final double oxygen = atoms[Molecule.place(Molecule.OXYGEN, axis)];
      first[axis] = oxygen - atoms[Molecule.place(Molecule.FIRST_HYDROGEN, axis)];
      second[axis] = oxygen - atoms[Molecule.place(Molecule.SECOND_HYDROGEN, axis)];
      square1 += first[axis] * first[axis];
      square2 += second[axis] * second[axis];
      product += first[axis] * second[axis];
    }
    firstLength = Math.sqrt(square1);
    secondLength = Math.sqrt(square2);
    cosine = product / (firstLength * secondLength);
    stretched1 = firstLength - BOND;
    stretched2 = secondLength - BOND;
    opened = (StrictMath.acos(cosine) - Molecule.ANGLE) * BOND;
  }

  double potential() {
    final double a = stretched1;
    final double b = stretched2;
    final double t = opened;
    final double second2 =
        (STRETCH2 * (a * a + b * b) + OPEN2 * t * t) / 2
            + STRETCH_STRETCH * a * b
            + STRETCH_OPEN * (a + b) * t;
    final double third =
        STRETCH3 * (a * a * a + b * b * b)
            + OPEN3 * t * t * t
            + STRETCH2_STRETCH * (a + b) * a * b
            + STRETCH2_OPEN * (a * a + b * b) * t
            + STRETCH_STRETCH_OPEN * a * b * t
            + STRETCH_OPEN2 * (a + b) * t * t;
    final double fourth =
        STRETCH4 * (a * a * a * a + b * b * b * b)
            + OPEN4 * t * t * t * t
            + STRETCH3_STRETCH * (a * a + b * b) * a * b
            + STRETCH2_STRETCH2 * a * a * b * b
            + STRETCH3_OPEN * (a * a * a + b * b * b) * t
            + STRETCH2_STRETCH_OPEN * (a + b) * a * b * t
            + STRETCH2_OPEN2 * (a * a + b * b) * t * t
            + STRETCH_STRETCH_OPEN2 * a * b * t * t
            + STRETCH_OPEN3 * (a + b) * t * t * t;
    return second2 + third / BOND + fourth / (BOND * BOND);
  }

  /** The potential's derivative by how far a bond is stretched, where the other is by so much. */
  private static double byStretch(double a, double b, double t) {
    final double third =
        3 * STRETCH3 * a * a
            + STRETCH2_STRETCH * (2 * a + b) * b
            + 2 * STRETCH2_OPEN * a * t
            + STRETCH_STRETCH_OPEN * b * t
            + STRETCH_OPEN2 * t * t;
    final double fourth =
        4 * STRETCH4 * a * a * a
            + STRETCH3_STRETCH * (3 * a * a + b * b) * b
            + 2 * STRETCH2_STRETCH2 * a * b * b
            + 3 * STRETCH3_OPEN * a * a * t
            + STRETCH2_STRETCH_OPEN * (2 * a + b) * b * t
            + (2 * STRETCH2_OPEN2 * a + STRETCH_STRETCH_OPEN2 * b + STRETCH_OPEN3 * t) * t * t;
    return STRETCH2 * a
        + STRETCH_STRETCH * b
        + STRETCH_OPEN * t
        + third / BOND
        + fourth / (BOND * BOND);
  }

  private static double byOpening(double a, double b, double t) {
    final double third =
        3 * OPEN3 * t * t
            + STRETCH2_OPEN * (a * a + b * b)
            + STRETCH_STRETCH_OPEN * a * b
            + 2 * STRETCH_OPEN2 * (a + b) * t;
    final double fourth =
        4 * OPEN4 * t * t * t
            + STRETCH3_OPEN * (a * a * a + b * b * b)
            + STRETCH2_STRETCH_OPEN * (a + b) * a * b
            + 2 * STRETCH2_OPEN2 * (a * a + b * b) * t
            + 2 * STRETCH_STRETCH_OPEN2 * a * b * t
            + 3 * STRETCH_OPEN3 * (a + b) * t * t;
    return OPEN2 * t + STRETCH_OPEN * (a + b) + third / BOND + fourth / (BOND * BOND);
  }

  /**
   * The forces on the atoms.
   *
   * @param forces nine numbers, as a molecule's coordinates are
   */
  void forces(double[] forces) {
    final double byFirst = byStretch(stretched1, stretched2, opened);
    final double bySecond = byStretch(stretched2, stretched1, opened);
    final double byAngle =
        byOpening(stretched1, stretched2, opened) * BOND / Math.sqrt(1 - cosine * cosine);
    for (int axis = 0; axis < AXES; axis++) {
      final double along1 = first[axis] / firstLength;
      final double along2 = second[axis] / secondLength;
      final double on1 = byFirst * along1 + byAngle * (along1 * cosine - along2) / firstLength;
      final double on2 = bySecond * along2 + byAngle * (along2 * cosine - along1) / secondLength;
      forces[Molecule.place(Molecule.FIRST_HYDROGEN, axis)] = on1;
      forces[Molecule.place(Molecule.SECOND_HYDROGEN, axis)] = on2;
      forces[Molecule.place(Molecule.OXYGEN, axis)] = -(on1 + on2);
    }
  }
}
