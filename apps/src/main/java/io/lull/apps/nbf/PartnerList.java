package io.lull.apps.nbf;

import io.lull.apps.numbers.HashedNumbers;

/**
 * The partners of one molecule. Of two that are partners one has the other in its list: whose
 * number is less where the sum of both is even, and else the other one, so that lists are about
 * equally long.
 */
final class PartnerList {
  /** No list is longer: the first number of a row says how many there are. */
  static final int MOST = 159;

  /** About 160 molecules are within this distance, half of them in the list. */
  private static final double CUTOFF = 3.37;

  /** How many a list has where they are random. */
  private static final int RANDOM = 80;

  private static final int REACH = (int) Math.ceil(CUTOFF + 2 * Lattice.JITTER);

  private PartnerList() {}

  static boolean isIn(int owner, int partner) {
    return ((owner + partner) & 1) == 0 ? owner < partner : owner > partner;
  }

  /**
   * Those within the cutoff.
   *
   * @param list its first number is set to their number
   */
  static void near(Lattice lattice, int molecule, int[] list) {
    int count = 0;
    for (int a = -REACH; a <= REACH; a++) {
      for (int b = -REACH; b <= REACH; b++) {
        for (int c = -REACH; c <= REACH; c++) {
          final int other =
              lattice.at(
                  lattice.point(molecule, 0) + a,
                  lattice.point(molecule, 1) + b,
                  lattice.point(molecule, 2) + c);
          if (other >= 0
              && other != molecule
              && isIn(molecule, other)
              && squareOfDistance(lattice, molecule, other) <= CUTOFF * CUTOFF) {
            list[++count] = other;
          }
        }
      }
    }
    list[0] = count;
  }

  private static double squareOfDistance(Lattice lattice, int one, int other) {
    double square = 0;
    for (int axis = 0; axis < 3; axis++) {
      final double along = lattice.coordinate(one, axis) - lattice.coordinate(other, axis);
      square += along * along;
    }
    return square;
  }

  /** Any others, each with the same chance; one may come twice. */
  static void random(int molecules, int molecule, long seed, int[] list) {
    for (int k = 1; k <= RANDOM; k++) {
      final double drawn = HashedNumbers.centred(~seed, (long) molecule * RANDOM + k) + 0.5;
      final int other = (int) (drawn * (molecules - 1));
      list[k] = other < molecule ? other : other + 1;
    }
    list[0] = RANDOM;
  }
}
