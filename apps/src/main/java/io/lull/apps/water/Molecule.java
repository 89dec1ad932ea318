package io.lull.apps.water;

/**
 * A molecule of water: three atoms, and a site that carries charge. Nine numbers of an array are a
 * molecule's: three coordinates of each atom.
 */
final class Molecule {
  static final int AXES = 3;
  static final int ATOMS = 3;
  static final int NUMBERS = ATOMS * AXES;

  // Places of the atoms. SPLASH's input has them in this order.
  static final int FIRST_HYDROGEN = 0;
  static final int OXYGEN = 1;
  static final int SECOND_HYDROGEN = 2;

  /** Between the oxygen and each hydrogen, at rest. */
  static final double BOND = 0.9572;

  /** Between the two bonds, at rest. */
  static final double ANGLE = 1.824218;

  private static final double CENTRE_BY_HYDROGENS = 0.45682590;

  /** The share that the oxygen has in the place of the charged site, and in the force on it. */
  static final double OXYGEN_SHARE = 1 - CENTRE_BY_HYDROGENS;

  /** As {@link #OXYGEN_SHARE}, of each hydrogen. */
  static final double HYDROGEN_SHARE = CENTRE_BY_HYDROGENS / 2;

  private Molecule() {}

  static int place(int atom, int axis) {
    return atom * AXES + axis;
  }
}
