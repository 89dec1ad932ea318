package io.lull.reconfig.distribution;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A box of elements in the form that a search cuts quickly; immutable. */
final class Bounds {
  /** First index and the one after the last, dimension by dimension. */
  private final long[] ends;

  private Bounds(long[] ends) {
    this.ends = ends;
  }

  static Bounds of(IndexSet box) {
    final long[] ends = new long[2 * box.dimensions().size()];
    for (int d = 0; d < box.dimensions().size(); d++) {
      ends[2 * d] = box.first(d);
      ends[2 * d + 1] = box.end(d);
    }
    return new Bounds(ends);
  }

  IndexSet indices() {
    final List<Runs> runs = new ArrayList<>(dimensions());
    for (int d = 0; d < dimensions(); d++) {
      runs.add(Runs.between(from(d), to(d)));
    }
    return new IndexSet(runs);
  }

  int dimensions() {
    return ends.length / 2;
  }

  long from(int dimension) {
    return ends[2 * dimension];
  }

  long to(int dimension) {
    return ends[2 * dimension + 1];
  }

  long length(int dimension) {
    return to(dimension) - from(dimension);
  }

  long cells() {
    long cells = 1;
    for (int d = 0; d < dimensions(); d++) {
      cells *= length(d);
    }
    return cells;
  }

  /** Elements of its largest face: of one row, or of one column if that has more. */
  long line() {
    long line = 0;
    for (int d = 0; d < dimensions(); d++) {
      line = Math.max(line, cells() / length(d));
    }
    return line;
  }

  /** What is between two indices of a dimension. */
  Bounds part(int dimension, long from, long to) {
    final long[] part = ends.clone();
    part[2 * dimension] = from;
    part[2 * dimension + 1] = to;
    return new Bounds(part);
  }

  /** What both have; null when they have nothing in common. */
  @Nullable Bounds intersect(Bounds other) {
    final long[] common = new long[ends.length];
    for (int i = 0; i < ends.length; i += 2) {
      common[i] = Math.max(ends[i], other.ends[i]);
      common[i + 1] = Math.min(ends[i + 1], other.ends[i + 1]);
      if (common[i] >= common[i + 1]) {
        return null;
      }
    }
    return new Bounds(common);
  }

  /** How many of its elements have an index less than this one. */
  long cellsBelow(int dimension, long index) {
    final long below = Math.clamp(index - from(dimension), 0, length(dimension));
    return below == 0 ? 0 : cells() / length(dimension) * below;
  }

  boolean isLongest(int dimension) {
    for (int d = 0; d < dimensions(); d++) {
      if (length(d) > length(dimension)) {
        return false;
      }
    }
    return true;
  }

  /** Its longest side in terms of its shortest. */
  double elongation() {
    long longest = 1;
    long shortest = Long.MAX_VALUE;
    for (int d = 0; d < dimensions(); d++) {
      longest = Math.max(longest, length(d));
      shortest = Math.min(shortest, length(d));
    }
    return (double) longest / shortest;
  }
}
