package io.lull.reconfig.forkjoin;

import io.lull.reconfig.ProgramError;

/**
 * The elements of an array, and what is added to them, as whole numbers of a unit so small that the
 * greatest sum just fits into 62 bits: sums of them are the same in any order.
 *
 * @param array its name
 * @param bound no number is greater
 * @param units of one; a power of two, so that nothing is rounded but what is less than a unit
 */
record FixedPoint(String array, double bound, double units) {
  static FixedPoint of(String array, double bound) {
    return new FixedPoint(array, bound, Math.scalb(1.0, 61 - Math.getExponent(bound)));
  }

  /**
   * What an element has before anything is added to it.
   *
   * @throws ProgramError when that is above the bound, or no number
   */
  long whole(double element) {
    if (!(Math.abs(element) <= bound)) {
      throw new ProgramError(
          "array "
              + array
              + " has an element of "
              + element
              + ", to which a loop adds that says that no sum is above "
              + bound
              + ": pass adds a greater bound");
    }
    return (long) (element * units);
  }

  /**
   * @throws ProgramError when the sum is above the bound
   */
  long sum(long one, long other) {
    try {
      return Math.addExact(one, other);
    } catch (ArithmeticException _) {
      throw sumTooGreat();
    }
  }

  /** Rounded once. */
  double number(long whole) {
    return whole / units;
  }

  ProgramError sumTooGreat() {
    return tooGreat("more than " + bound);
  }

  ProgramError tooGreat(String what) {
    return new ProgramError(
        what
            + " is added to array "
            + array
            + ", and the loop says that no sum is above "
            + bound
            + ": pass adds a greater bound");
  }
}
