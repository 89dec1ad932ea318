package io.lull.reconfig.numeric;

import java.nio.LongBuffer;
import java.util.Arrays;

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
  static final int CHUNKS = 67 + 2;

  /** Beside its digits: which they are, and what is no number. */
  private static final int HEAD = 2;

  private static final int PLACE_BITS = 16;
  private static final long PLACE_MASK = 0xffff;
  private static final long NEGATIVE = 1L << (2 * PLACE_BITS);

  private static final int DOUBLE_BITS = 53;

  /** Of the least digit's unit. */
  private static final int LEAST_EXPONENT = -1074;

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

  /**
   * For {@link #ofLongs}: which digits differ from those below and above them, what infinities and
   * NaN have made of it, and these digits, two in a long. Most sums are of few digits.
   */
  public long[] toLongs() {
    carry();
    // Below the least digit there are zeros; above the greatest, the sign. Terms would have to be
    // more than there can be for the last digit to be anything else.
    final long sign = digits[CHUNKS - 1] < 0 ? DIGIT_MASK : 0;
    int end = CHUNKS;
    while (end > 0 && (digits[end - 1] & DIGIT_MASK) == sign) {
      end--;
    }
    int from = 0;
    while (from < end && digits[from] == 0) {
      from++;
    }
    final long[] all = new long[HEAD + (end - from + 1) / 2];
    all[0] = (sign == 0 ? 0 : NEGATIVE) | ((long) from << PLACE_BITS) | end;
    all[1] = Double.doubleToRawLongBits(special);
    for (int i = from; i < end; i++) {
      all[HEAD + (i - from) / 2] |= (digits[i] & DIGIT_MASK) << shift(i - from);
    }
    return all;
  }

  /**
   * @param in all that remains
   * @throws IllegalArgumentException when it is no sum
   */
  public static ExactSum ofLongs(LongBuffer in) {
    final ExactSum sum = new ExactSum();
    if (in.remaining() == CHUNKS + 1) { // an earlier version wrote every digit
      in.get(sum.digits);
      sum.special = Double.longBitsToDouble(in.get());
      return sum;
    }
    final long head = in.remaining() < HEAD ? -1 : in.get();
    final int end = (int) (head & PLACE_MASK);
    final int from = (int) ((head >> PLACE_BITS) & PLACE_MASK);
    if ((head & ~(NEGATIVE | (NEGATIVE - 1))) != 0
        || from > end
        || end > CHUNKS
        || in.remaining() != 1 + (end - from + 1) / 2) {
      throw new IllegalArgumentException("not a sum");
    }
    sum.special = Double.longBitsToDouble(in.get());
    for (int i = from; i < end; i++) {
      final long two = in.get(in.position() + (i - from) / 2);
      sum.digits[i] = (two >>> shift(i - from)) & DIGIT_MASK;
    }
    if ((head & NEGATIVE) != 0) {
      Arrays.fill(sum.digits, end, CHUNKS, DIGIT_MASK);
      sum.digits[CHUNKS - 1] = -1;
    }
    return sum;
  }

  /** Of one of the digits that are two in a long. */
  private static int shift(int digit) {
    return (digit % 2) * DIGIT_BITS;
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

  /** Of digits of which none is negative. */
  private double roundedMagnitude() {
    int top = CHUNKS - 1;
    while (top > 0 && digits[top] == 0) {
      top--;
    }
    final int topBits = Long.SIZE - Long.numberOfLeadingZeros(digits[top]);
    final int bits = top * DIGIT_BITS + topBits;
    if (bits <= DOUBLE_BITS) {
      return Math.scalb((double) ((digits[1] << DIGIT_BITS) | digits[0]), LEAST_EXPONENT);
    }
    // One bit more than a double has; all below it only decide whether it is a tie.
    final long two = (digits[top] << DIGIT_BITS) | digits[top - 1];
    final int excess = topBits + DIGIT_BITS - (DOUBLE_BITS + 1);
    final long kept;
    boolean more;
    int below = top - 2;
    if (excess >= 0) {
      kept = two >>> excess;
      more = two != kept << excess;
    } else {
      kept = (two << -excess) | (digits[below] >>> (DIGIT_BITS + excess));
      more = (digits[below] & (DIGIT_MASK >>> -excess)) != 0;
      below--;
    }
    while (!more && below >= 0) {
      more = digits[below--] != 0;
    }
    final long half = kept & 1;
    final long even = kept >>> 1;
    final long rounded = even + (more ? half : half & even);
    return Math.scalb((double) rounded, bits - DOUBLE_BITS + LEAST_EXPONENT);
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
