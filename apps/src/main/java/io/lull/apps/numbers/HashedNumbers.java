package io.lull.apps.numbers;

/** Random numbers by their place: any worker knows each of them. */
public final class HashedNumbers {
  /** 2 to the -53: scales a random mantissa to a number below 1. */
  private static final double UNIT = 0x1p-53;

  private HashedNumbers() {}

  /** Between -0.5 and 0.5. */
  public static double centred(long seed, long place) {
    return unit(seed, place) - 0.5;
  }

  /** From 0, and below 1. */
  public static double unit(long seed, long place) {
    return (mixed(place + mixed(seed)) >>> 11) * UNIT;
  }

  /** The finaliser of SplitMix64: G. L. Steele, D. Lea and C. H. Flood, OOPSLA 2014. */
  public static long mixed(long state) {
    long z = state + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
