package io.lull.apps.numbers;

/**
 * The random numbers of the NAS Parallel Benchmarks: a linear congruential generator modulo 2 to
 * the 46, whose numbers are computed exactly.
 *
 * <p>D. Bailey et al., "The NAS Parallel Benchmarks", RNR-94-007, 2.3.
 */
public final class NasNumbers {
  private static final long MULTIPLIER = 1_220_703_125; // 5^13
  private static final long MASK = (1L << 46) - 1;
  private static final double UNIT = 0x1p-46;

  private NasNumbers() {}

  /** The number after another one. */
  public static long next(long number) {
    return number * MULTIPLIER & MASK;
  }

  /** The number so many places after another one. */
  public static long after(long number, long places) {
    long power = 1;
    long square = MULTIPLIER;
    for (long rest = places; rest > 0; rest >>= 1) {
      if ((rest & 1) == 1) {
        power = power * square & MASK;
      }
      square = square * square & MASK;
    }
    return number * power & MASK;
  }

  /** A number as one between 0 and 1. */
  public static double unit(long number) {
    return number * UNIT;
  }
}
