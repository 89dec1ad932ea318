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
  private final FixedPoint format;

  /** The bits of numbers from 0 on are in the order of the numbers, and those of NaN after all. */
  private final long boundBits;

  private final double units;
  private final long[] sums;
  private final int width;

  Sums(DoubleArray target, double bound) {
    this.target = target;
    this.format = FixedPoint.of(target.name(), bound);
    this.boundBits = Double.doubleToRawLongBits(bound);
    this.units = format.units();
    this.width = target.dimensions == 1 ? 1 : Math.toIntExact(target.columns);
    this.sums = new long[Math.toIntExact(Math.multiplyExact(target.length(), (long) width))];
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
    if ((below(first) | below(second) | below(third)) < 0) {
      throw tooGreat(below(first) < 0 ? first : below(second) < 0 ? second : third);
    }
    try {
      sums[place] = Math.addExact(sums[place], (long) (first * units));
      sums[place + 1] = Math.addExact(sums[place + 1], (long) (second * units));
      sums[place + 2] = Math.addExact(sums[place + 2], (long) (third * units));
    } catch (ArithmeticException _) {
      throw format.sumTooGreat();
    }
  }

  /** Less than 0 where a term is greater than the bound, or no number. */
  private long below(double term) {
    return boundBits - (Double.doubleToRawLongBits(term) & Long.MAX_VALUE);
  }

  private void requireDimensions(int dimensions) {
    if (target.dimensions != dimensions) {
      throw ArrayAccess.dimensions(target, dimensions);
    }
  }

  /** What is less than a unit is cut off, as much of a term as of its opposite. */
  private void add(int place, double term) {
    if (below(term) < 0) {
      throw tooGreat(term);
    }
    try {
      sums[place] = Math.addExact(sums[place], (long) (term * units));
    } catch (ArithmeticException _) {
      throw format.sumTooGreat();
    }
  }

  private ProgramError tooGreat(double term) {
    return format.tooGreat(String.valueOf(term));
  }

  /** Adds all of another thread's. */
  void add(Sums other) {
    try {
      for (int i = 0; i < sums.length; i++) {
        sums[i] = Math.addExact(sums[i], other.sums[i]);
      }
    } catch (ArithmeticException _) {
      throw format.sumTooGreat();
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
    try {
      for (int i = first; i < first + rows * width; i++) {
        sums[i] = Math.addExact(sums[i], in.get());
      }
    } catch (ArithmeticException _) {
      throw format.sumTooGreat();
    }
  }

  FixedPoint format() {
    return format;
  }

  /** The sum of a place, in units. */
  long at(long row, int column) {
    return sums[Math.toIntExact(row * width + column)];
  }
}
