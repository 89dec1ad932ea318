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

  private static final int AXES = 3;
  private static final int BITS = 21;

  private final int side;
  private final long seed;
  private final long[] codes;

  /**
   * @param count of the molecules
   */
  Lattice(int count, long seed) {
    int least = 1;
    while ((long) least * least * least < count) {
      least++;
    }
    this.side = least;
    this.seed = seed;
    final long[] all = new long[least * least * least];
    int next = 0;
    for (int a = 0; a < least; a++) {
      for (int b = 0; b < least; b++) {
        for (int c = 0; c < least; c++) {
          all[next++] = spread(a) << 2 | spread(b) << 1 | spread(c);
        }
      }
    }
    Arrays.sort(all);
    this.codes = Arrays.copyOf(all, count);
  }

  private static long spread(long number) {
    long spread = 0;
    for (int bit = 0; bit < BITS; bit++) {
      spread |= (number >> bit & 1) << (AXES * bit);
    }
    return spread;
  }

  int side() {
    return side;
  }

  /** The lattice's point of a molecule, along an axis. */
  int point(int molecule, int axis) {
    int point = 0;
    for (int bit = 0; bit < BITS; bit++) {
      point |= (int) (codes[molecule] >> (AXES * bit + 2 - axis) & 1) << bit;
    }
    return point;
  }

  /** The molecule at a point; -1 where there is none. */
  int at(int a, int b, int c) {
    if (Math.min(a, Math.min(b, c)) < 0 || Math.max(a, Math.max(b, c)) >= side) {
      return -1;
    }
    final int found = Arrays.binarySearch(codes, spread(a) << 2 | spread(b) << 1 | spread(c));
    return found < 0 ? -1 : found;
  }

  /** Where a molecule is, along an axis. */
  double coordinate(int molecule, int axis) {
    final double beside = HashedNumbers.centred(seed, (long) AXES * molecule + axis);
    return point(molecule, axis) + 2 * JITTER * beside;
  }
}
