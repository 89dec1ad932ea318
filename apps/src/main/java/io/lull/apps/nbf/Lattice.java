package io.lull.apps.nbf;

import io.lull.apps.numbers.HashedNumbers;
import java.util.Arrays;

/**
 * Molecules at the start: a little beside the points of a cubic lattice of side 1, numbered along
 * Morton's curve (G. M. Morton, "A computer oriented geodetic data base", 1966), so that molecules
 * with near numbers are near each other.
 */
final class Lattice {
  /** No molecule is farther from its point in any direction. */
  static final double JITTER = 0.1;

  static final int NOBODY = -1;

  private static final int AXES = 3;
  private static final int BITS = 10;

  private final int side;

  /** By point: its molecule, or {@link #NOBODY}. */
  private final int[] molecules;

  /** By molecule and axis. */
  private final int[] points;

  private final double[] coordinates;

  /**
   * @param count of the molecules
   */
  Lattice(int count, long seed) {
    int least = 1;
    while ((long) least * least * least < count) {
      least++;
    }
    side = least;
    molecules = new int[side * side * side];
    points = new int[AXES * count];
    coordinates = new double[AXES * count];
    Arrays.fill(molecules, NOBODY);
    final long[] codes = codes();
    for (int molecule = 0; molecule < count; molecule++) {
      for (int axis = 0; axis < AXES; axis++) {
        final int place = AXES * molecule + axis;
        points[place] = gathered(codes[molecule] >> (2 - axis));
        coordinates[place] = points[place] + 2 * JITTER * HashedNumbers.centred(seed, place);
      }
      molecules[place(point(molecule, 0), point(molecule, 1), point(molecule, 2))] = molecule;
    }
  }

  /** Of all points, in the curve's order. */
  private long[] codes() {
    final long[] codes = new long[molecules.length];
    int next = 0;
    for (int a = 0; a < side; a++) {
      for (int b = 0; b < side; b++) {
        for (int c = 0; c < side; c++) {
          codes[next++] = spread(a) << 2 | spread(b) << 1 | spread(c);
        }
      }
    }
    Arrays.sort(codes);
    return codes;
  }

  private static long spread(long number) {
    long spread = 0;
    for (int bit = 0; bit < BITS; bit++) {
      spread |= (number >> bit & 1) << (AXES * bit);
    }
    return spread;
  }

  private static int gathered(long code) {
    int number = 0;
    for (int bit = 0; bit < BITS; bit++) {
      number |= (int) (code >> (AXES * bit) & 1) << bit;
    }
    return number;
  }

  private int place(int a, int b, int c) {
    return (a * side + b) * side + c;
  }

  /** The lattice's point of a molecule, along an axis. */
  int point(int molecule, int axis) {
    return points[AXES * molecule + axis];
  }

  /** The molecule at a point; {@link #NOBODY} where there is none. */
  int at(int a, int b, int c) {
    final boolean outside = Math.min(a, Math.min(b, c)) < 0 || Math.max(a, Math.max(b, c)) >= side;
    return outside ? NOBODY : molecules[place(a, b, c)];
  }

  /** Where a molecule is at the start, along an axis. */
  double coordinate(int molecule, int axis) {
    return coordinates[AXES * molecule + axis];
  }
}
