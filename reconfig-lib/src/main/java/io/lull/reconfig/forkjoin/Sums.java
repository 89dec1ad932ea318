package io.lull.reconfig.forkjoin;

import io.lull.reconfig.ProgramError;
import java.nio.LongBuffer;
import java.util.Objects;

/**
 * What one thread's iterations add to the elements of an array: whole numbers of a unit so small
 * that the greatest sum just fits into 62 bits.
 */
public final class Sums {
  private final DoubleArray target;
  private final double bound;
  private final double units;
  private final long[] sums;
  private final int width;

  Sums(DoubleArray target, double bound) {
    this.target = target;
    this.bound = bound;
    this.units = unitsOfOne(bound);
    this.width = target.dimensions == 1 ? 1 : Math.toIntExact(target.columns);
    this.sums = new long[Math.toIntExact(Math.multiplyExact(target.length(), (long) width))];
  }

  /** A power of two, so that nothing is rounded but the terms. */
  private static double unitsOfOne(double bound) {
    return Math.scalb(1.0, 61 - Math.getExponent(bound));
  }

  /** Adds to an element of an array of one dimension. */
  public void add(long i, double term) {
    requireDimensions(1);
    add(Math.toIntExact(i), term);
  }

  /** Adds to an element of an array of two dimensions. */
  public void add(long i, long j, double term) {
    requireDimensions(2);
    add(Math.toIntExact(i * width + Objects.checkIndex(j, width)), term);
  }

  /** Adds to three elements of a row that lie side by side. */
  public void add(long i, long j, double first, double second, double third) {
    requireDimensions(2);
    final int place = Math.toIntExact(i * width + Objects.checkFromIndexSize(j, 3, width));
    add(place, first);
    add(place + 1, second);
    add(place + 2, third);
  }

  private void requireDimensions(int dimensions) {
    if (target.dimensions != dimensions) {
      throw ArrayAccess.dimensions(target, dimensions);
    }
  }

  /** What is less than a unit is cut off, as much of a term as of its opposite. */
  private void add(int place, double term) {
    if (!(Math.abs(term) <= bound)) {
      throw tooGreat(term);
    }
    sums[place] = sum(sums[place], (long) (term * units));
  }

  private long sum(long a, long b) {
    final long sum = a + b;
    if (((a ^ sum) & (b ^ sum)) < 0) {
      throw tooGreat(a / units + b / units);
    }
    return sum;
  }

  private ProgramError tooGreat(double number) {
    return new ProgramError(
        number
            + " is added to array "
            + target.name()
            + ", and the loop says that no sum is above "
            + bound
            + ": pass adds a greater bound");
  }

  /** Adds all of another thread's. */
  void add(Sums other) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] = sum(sums[i], other.sums[i]);
    }
  }

  int width() {
    return width;
  }

  boolean isRowEmpty(long row) {
    final int first = Math.toIntExact(row * width);
    for (int i = first; i < first + width; i++) {
      if (sums[i] != 0) {
        return false;
      }
    }
    return true;
  }

  void put(long row, LongBuffer out) {
    out.put(sums, Math.toIntExact(row * width), width);
  }

  /** Adds what another worker has of some rows. */
  void take(long row, long rows, LongBuffer in) {
    final int first = Math.toIntExact(row * width);
    for (int i = first; i < first + rows * width; i++) {
      sums[i] = sum(sums[i], in.get());
    }
  }

  /** The sum of a place, as a number. */
  double at(long row, int column) {
    return sums[Math.toIntExact(row * width + column)] / units;
  }
}
