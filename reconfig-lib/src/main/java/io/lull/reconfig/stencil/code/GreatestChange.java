package io.lull.reconfig.stencil.code;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The greatest absolute change of a cell, found by several threads. A change is taken as the bits
 * of a double: without a sign doubles are ordered as their bits are, and NaN is above all of them.
 * So the greatest is found by comparing whole numbers, which every processor does quickly, in any
 * order, and a NaN is never lost.
 */
public final class GreatestChange {
  public static final long NONE = 0;

  private final AtomicLong greatest = new AtomicLong(NONE);

  public static long of(double before, double after) {
    return Double.doubleToRawLongBits(Math.abs(after - before));
  }

  /** Counts a change; any thread. */
  public void take(long bits) {
    // Mostly it is no greater, and then nobody's caches are disturbed.
    if (bits > greatest.get()) {
      greatest.accumulateAndGet(bits, Math::max);
    }
  }

  /** The greatest so far; whatever NaN it was, the same one on every worker. */
  public double value() {
    return number(greatest.get());
  }

  /** A change as a number. */
  public static double number(long bits) {
    final double change = Double.longBitsToDouble(bits);
    return Double.isNaN(change) ? Double.NaN : change;
  }
}
