package io.lull.reconfig.distribution;

import java.util.ArrayList;
import java.util.List;

/**
 * Equally long intervals of indices at equal distances, in one dimension: what a block-cyclic
 * distribution gives to one rank, however long the array is.
 *
 * <p>Such a family of line segments, and the idea that two of them meet in few others, is from S.
 * Ramaswamy and P. Banerjee, "Automatic generation of efficient array redistribution routines for
 * distributed memory multicomputers", Frontiers 1995.
 *
 * @param first index of the first interval
 * @param length of each interval, at least 1
 * @param stride from the start of one interval to the start of the next, at least the length
 * @param count of intervals, at least 1
 */
public record Run(long first, long length, long stride, long count) {

  /** Stands for a period beyond every array. */
  private static final long BEYOND = Long.MAX_VALUE >> 2;

  /**
   * Intervals that touch are one: the same indices always make equal runs.
   *
   * @throws IllegalArgumentException when there is nothing in it, or its intervals overlap
   */
  public Run {
    if (first < 0 || length < 1 || count < 1 || (count > 1 && stride < length)) {
      throw new IllegalArgumentException(
          count + " intervals of " + length + " indices, every " + stride + ", from " + first);
    }
    if (count > 1 && stride == length) {
      length = length * count;
      count = 1;
    }
    if (count == 1) {
      stride = length;
    }
  }

  /** One interval; the end is exclusive. */
  public static Run between(long from, long to) {
    return new Run(from, to - from, to - from, 1);
  }

  /** How many indices it has. */
  public long size() {
    return length * count;
  }

  /** The index after the last. */
  public long end() {
    return first + (count - 1) * stride + length;
  }

  /** One of its indices, in their order, counted from 0. */
  long index(long number) {
    return first + number / length * stride + number % length;
  }

  public boolean contains(long index) {
    return index >= first && index < end() && (index - first) % stride < length;
  }

  /** How many of its indices are less than this one. */
  long below(long index) {
    if (index <= first) {
      return 0;
    }
    final long whole = Math.min(count, (index - first) / stride);
    return whole == count
        ? size()
        : whole * length + Math.min(length, index - first - whole * stride);
  }

  /**
   * What both have, as few runs. Takes steps in proportion to the number of intervals within one
   * common period, or to the lesser count of intervals, not to the number of indices.
   */
  List<Run> intersect(Run other) {
    if (end() <= other.first || other.end() <= first) {
      return List.of();
    }
    if (count == 1 && other.count == 1) {
      return List.of(between(Math.max(first, other.first), Math.min(end(), other.end())));
    }
    final long gcd = gcd(stride, other.stride);
    final long mine = stride / gcd;
    final long period = mine > BEYOND / other.stride ? BEYOND : mine * other.stride;
    final long each = 3 * Math.min(count, other.count);
    final long periodicHere = Math.min(count, period / stride) * (length / other.stride + 2);
    final long periodicThere =
        Math.min(other.count, period / other.stride) * (other.length / stride + 2);
    final List<Run> common = new ArrayList<>();
    if (each <= Math.min(periodicHere, periodicThere)) {
      final Run fewer = count <= other.count ? this : other;
      final Run more = count <= other.count ? other : this;
      for (long i = 0; i < fewer.count; i++) {
        final long from = fewer.first + i * fewer.stride;
        more.within(from, from + fewer.length, common);
      }
    } else if (periodicHere <= periodicThere) {
      periodic(other, period, common);
    } else {
      other.periodic(this, period, common);
    }
    return common;
  }

  /** What an interval has of this run: at most a part of an interval, whole ones, and a part. */
  private void within(long from, long to, List<Run> common) {
    final long low = Math.max(0, Math.ceilDiv(from - first, stride));
    final long high = Math.min(count, Math.floorDiv(to - first - length, stride) + 1);
    if (low >= high) {
      for (long i = Math.max(0, Math.floorDiv(from - first, stride));
          i < count && first + i * stride < to;
          i++) {
        part(i, from, to, common);
      }
      return;
    }
    if (low > 0) {
      part(low - 1, from, to, common);
    }
    common.add(new Run(first + low * stride, length, stride, high - low));
    if (high < count) {
      part(high, from, to, common);
    }
  }

  private void part(long interval, long from, long to, List<Run> common) {
    final long low = Math.max(from, first + interval * stride);
    final long high = Math.min(to, first + interval * stride + length);
    if (low < high) {
      common.add(between(low, high));
    }
  }

  /** Every meeting of two intervals comes again after a common period of both strides. */
  private void periodic(Run other, long period, List<Run> common) {
    final long perPeriod = period / stride;
    final long othersPerPeriod = period / other.stride;
    for (long i = 0; i < Math.min(count, perPeriod); i++) {
      final long from = first + i * stride;
      final long to = from + length;
      final long lastMeeting = Math.floorDiv(to - 1 - other.first, other.stride);
      for (long j = Math.ceilDiv(from - other.first - other.length + 1, other.stride);
          j <= lastMeeting;
          j++) {
        final long low = Math.max(from, other.first + j * other.stride);
        final long high = Math.min(to, other.first + j * other.stride + other.length);
        final long firstTime = j < 0 ? Math.ceilDiv(-j, othersPerPeriod) : 0;
        final long lastTime =
            Math.min(
                (count - 1 - i) / perPeriod, Math.floorDiv(other.count - 1 - j, othersPerPeriod));
        if (low < high && firstTime <= lastTime) {
          common.add(
              new Run(low + firstTime * period, high - low, period, lastTime - firstTime + 1));
        }
      }
    }
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
