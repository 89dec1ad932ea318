package io.lull.apps.water;

import static io.lull.apps.water.Molecule.AXES;

/** The sites of all molecules: three atoms and the charged site. Read by several threads. */
final class Sites {
  static final int SITES = 4;

  /** The charged site; the others are numbered as the atoms are. */
  static final int CHARGE = 3;

  private final double[] coordinates;
  private final double[] reaches;

  private Sites(double[] coordinates) {
    this.coordinates = coordinates;
    this.reaches = new double[coordinates.length / (SITES * AXES)];
    for (int molecule = 0; molecule < reaches.length; molecule++) {
      double most = 0;
      for (int site = 0; site < SITES; site++) {
        double square = 0;
        for (int axis = 0; axis < AXES; axis++) {
          final double off = at(molecule, site, axis) - at(molecule, Molecule.OXYGEN, axis);
          square += off * off;
        }
        most = Math.max(most, square);
      }
      reaches[molecule] = Math.sqrt(most);
    }
  }

  /** Copies the coordinates of a molecule's atoms. */
  @FunctionalInterface
  interface Atoms {
    void copy(int molecule, double[] all, int at);
  }

  static Sites of(int count, Atoms atoms) {
    final double[] all = new double[count * SITES * AXES];
    for (int m = 0; m < count; m++) {
      final int base = m * SITES * AXES;
      atoms.copy(m, all, base);
      for (int axis = 0; axis < AXES; axis++) {
        all[base + CHARGE * AXES + axis] =
            Molecule.OXYGEN_SHARE * all[base + Molecule.place(Molecule.OXYGEN, axis)]
                + Molecule.HYDROGEN_SHARE
                    * (all[base + Molecule.place(Molecule.FIRST_HYDROGEN, axis)]
                        + all[base + Molecule.place(Molecule.SECOND_HYDROGEN, axis)]);
      }
    }
    return new Sites(all);
  }

  /** How far its farthest site is from its oxygen. */
  double reach(int molecule) {
    return reaches[molecule];
  }

  double at(int molecule, int site, int axis) {
    return at(place(molecule, site) + axis);
  }

  /** Where a site's coordinates begin. */
  int place(int molecule, int site) {
    return (molecule * SITES + site) * AXES;
  }

  /** A coordinate. */
  double at(int place) {
    return coordinates[place];
  }
}
