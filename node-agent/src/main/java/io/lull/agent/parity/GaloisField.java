package io.lull.agent.parity;

/**
 * The field of 256 elements, each a byte: a sum is the exclusive or, a product that of polynomials
 * over two elements modulo x⁸ + x⁴ + x³ + x² + 1, of which x is a primitive root (Plank, A Tutorial
 * on Reed-Solomon Coding for Fault-Tolerance in RAID-like Systems, 1997).
 */
final class GaloisField {
  static final int ELEMENTS = 256;
  private static final int POLYNOMIAL = 0x11d;
  private static final int ORDER = ELEMENTS - 1;
  private static final int[] POWERS = new int[2 * ORDER];
  private static final int[] LOGARITHMS = new int[ELEMENTS];

  static {
    int power = 1;
    for (int i = 0; i < ORDER; i++) {
      POWERS[i] = power;
      POWERS[i + ORDER] = power;
      LOGARITHMS[power] = i;
      power <<= 1;
      if (power >= ELEMENTS) {
        power ^= POLYNOMIAL;
      }
    }
  }

  private GaloisField() {}

  static int times(int a, int b) {
    return a == 0 || b == 0 ? 0 : POWERS[LOGARITHMS[a] + LOGARITHMS[b]];
  }

  static int over(int a, int b) {
    if (b == 0) {
      throw new ArithmeticException("division by zero");
    }
    return a == 0 ? 0 : POWERS[LOGARITHMS[a] + ORDER - LOGARITHMS[b]];
  }

  /**
   * Adds a multiple of one block to another: {@code target += factor * source}, eight bytes a step.
   */
  static void addMultiple(long[] target, int factor, long[] source) {
    if (factor == 1) {
      for (int i = 0; i < target.length; i++) {
        target[i] ^= source[i];
      }
    } else if (factor != 0) {
      final long[] products = new long[ELEMENTS];
      for (int i = 0; i < ELEMENTS; i++) {
        products[i] = times(factor, i);
      }
      addProducts(target, products, source);
    }
  }

  private static void addProducts(long[] target, long[] products, long[] source) {
    for (int i = 0; i < target.length; i++) {
      final long word = source[i];
      target[i] ^=
          products[(int) word & 0xff]
              | products[(int) (word >>> 8) & 0xff] << 8
              | products[(int) (word >>> 16) & 0xff] << 16
              | products[(int) (word >>> 24) & 0xff] << 24
              | products[(int) (word >>> 32) & 0xff] << 32
              | products[(int) (word >>> 40) & 0xff] << 40
              | products[(int) (word >>> 48) & 0xff] << 48
              | products[(int) (word >>> 56)] << 56;
    }
  }
}
