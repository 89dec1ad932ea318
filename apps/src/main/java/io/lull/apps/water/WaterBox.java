package io.lull.apps.water;

/**
 * The box that the molecules are in, and its units: lengths in 1e-10 m, times in 1e-15 s, masses in
 * atomic units. The numbers are those of the program water-nsquared of J. P. Singh, W. D. Weber and
 * A. Gupta, "SPLASH: Stanford parallel applications for shared-memory", 1992, so that energies can
 * be compared.
 *
 * @param molecules how many there are
 * @param length of each side
 * @param cutoff sites farther apart do not feel each other
 */
record WaterBox(int molecules, double length, double cutoff) {
  static final double OXYGEN_MASS = 15.99945;
  static final double HYDROGEN_MASS = 1.007825;

  /** A step's length. */
  static final double STEP = 0.15;

  private static final double GREATEST_CUTOFF = 11;
  private static final double TEMPERATURE = 298;
  private static final double DENSITY = 0.9980;
  private static final double UNIT_TIME = 1.0e-15;
  private static final double UNIT_LENGTH = 1.0e-8;
  private static final double UNIT_MASS = 1.6605655e-24;
  private static final double BOLTZMANN = 1.380662e-16;

  static WaterBox of(WaterParameters problem) {
    final int molecules = problem.molecules();
    final double mass = molecules * (OXYGEN_MASS + 2 * HYDROGEN_MASS) * UNIT_MASS;
    final double length = StrictMath.pow(mass / DENSITY, 1.0 / 3) / UNIT_LENGTH;
    final double asked = problem.cutoff() == 0 ? length / 2 : problem.cutoff();
    return new WaterBox(molecules, length, Math.min(asked, GREATEST_CUTOFF));
  }

  /** The mass of an atom of a molecule. */
  static double mass(int atom) {
    return atom == Molecule.OXYGEN ? OXYGEN_MASS : HYDROGEN_MASS;
  }

  /** The unit of energies in the results, by the program's own. */
  double energyUnit() {
    final double speed = UNIT_LENGTH / UNIT_TIME;
    return UNIT_MASS * speed * speed / (BOLTZMANN * TEMPERATURE * molecules * Molecule.ATOMS);
  }

  /** As {@link #energyUnit}, for sums of masses by squares of a step's displacements. */
  double kineticUnit() {
    return energyUnit() * 0.5 / (STEP * STEP);
  }

  /** The temperature of a mean of such sums. */
  double temperature(double meanOfSquares) {
    return meanOfSquares * kineticUnit() * TEMPERATURE * 2 / 3;
  }

  /** By how much squares of displacements in a direction, by mass, are those of the temperature. */
  double displacementsAtTemperature(double squares) {
    final double step = UNIT_TIME * STEP / UNIT_LENGTH;
    final double energy =
        BOLTZMANN * TEMPERATURE * molecules * Molecule.ATOMS / UNIT_MASS * (step * step);
    return Math.sqrt(energy / squares);
  }
}
