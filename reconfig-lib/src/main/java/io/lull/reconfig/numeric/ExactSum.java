package io.lull.reconfig.numeric;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.LongBuffer;

/**
 * A sum of doubles without any rounding until the end, so that neither the order nor the grouping
 * of the terms matters.
 *
 * <p>A small superaccumulator after R. M. Neal, "Fast exact summation using small and large
 * superaccumulators", 2015: the sum as an integer of {@value #CHUNKS} digits of 32 bits, each in a
 * long that leaves room for carries.
 */
public final class ExactSum {
  /** Digits from the least bit of the least double to past the greatest. */
  public static final int CHUNKS = 67 + 2;

  private static final int DIGIT_BITS = 32;
  private static final long DIGIT_MASK = 0xffff_ffffL;

  /**
   * Each term adds less than 2^33 to a digit: so many may be added before carries must be passed
   * on.
   */
  private static final int TERMS_BEFORE_CARRY = 1 << 29;

  private final long[] digits = new long[CHUNKS];
  private int termsSinceCarry;
  private double special;

  /** Adds one term. Infinities and NaN make the sum what plain addition would make of them. */
  public void add(double term) {
    final long bits = Double.doubleToRawLongBits(term);
    final int exponent = (int) (bits >>> 52) & 0x7ff;
    if (exponent == 0x7ff) {
      special += term;
      return;
    }
    final long fraction = bits & 0xf_ffff_ffff_ffffL;
    final long mantissa = exponent == 0 ? fraction : fraction | 1L << 52;
    final int shift = exponent == 0 ? 0 : exponent - 1;
    final int digit = shift / DIGIT_BITS;
    final int within = shift % DIGIT_BITS;
    // The shifted mantissa may be longer than 64 bits: three digits.
    final long shifted = mantissa << within;
    final long high = within == 0 ? 0 : mantissa >>> (Long.SIZE - within);
    addDigits(digit, shifted & DIGIT_MASK, shifted >>> DIGIT_BITS, high, bits < 0);
    if (++termsSinceCarry == TERMS_BEFORE_CARRY) {
      carry();
    }
  }

  private void addDigits(int digit, long low, long middle, long high, boolean negative) {
    if (negative) {
      digits[digit] -= low;
      digits[digit + 1] -= middle;
      digits[digit + 2] -= high;
    } else {
      digits[digit] += low;
      digits[digit + 1] += middle;
      digits[digit + 2] += high;
    }
  }

  /** Adds all of another's terms. */
  public void add(ExactSum other) {
    carry();
    other.carry();
    for (int i = 0; i < CHUNKS; i++) {
      digits[i] += other.digits[i];
    }
    special += other.special;
    carry();
  }

  /** The state as {@link #CHUNKS} + 1 longs, for {@link #read}. */
  public void write(LongBuffer out) {
    carry();
    out.put(digits).put(Double.doubleToRawLongBits(special));
  }

  public static ExactSum read(LongBuffer in) {
    final ExactSum sum = new ExactSum();
    in.get(sum.digits);
    sum.special = Double.longBitsToDouble(in.get());
    return sum;
  }

  /** The exact sum, rounded once to the nearest double, ties to even. */
  public double value() {
    if (special != 0) {
      return special;
    }
    carry();
    final boolean negative = digits[CHUNKS - 1] < 0;
    final ExactSum magnitude = new ExactSum();
    for (int i = 0; i < CHUNKS; i++) {
      magnitude.digits[i] = negative ? -digits[i] : digits[i];
    }
    magnitude.carry();
    return negative ? -magnitude.roundedMagnitude() : magnitude.roundedMagnitude();
  }

  private double roundedMagnitude() {
    final byte[] bytes = new byte[CHUNKS * 4 + 1];
    for (int i = 0; i < CHUNKS; i++) {
      for (int b = 0; b < 4; b++) {
        bytes[bytes.length - 1 - i * 4 - b] = (byte) (digits[i] >>> (8 * b));
      }
    }
    // The least digit's unit is 2^-1074.
    return new BigDecimal(new BigInteger(bytes))
        .divide(BigDecimal.valueOf(2).pow(1074))
        .doubleValue();
  }

  /** Leaves every digit but the last between 0 and 2^32. */
  private void carry() {
    for (int i = 0; i < CHUNKS - 1; i++) {
      digits[i + 1] += digits[i] >> DIGIT_BITS;
      digits[i] &= DIGIT_MASK;
    }
    termsSinceCarry = 0;
  }
}
