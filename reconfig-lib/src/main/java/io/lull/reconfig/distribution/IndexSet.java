package io.lull.reconfig.distribution;

import java.util.ArrayList;
import java.util.List;

/**
 * A set of elements of an array: every combination of the dimensions' indices. Its size in memory
 * does not grow with the number of elements.
 *
 * <p>An owner keeps its elements packed: in the order of their indices, the last dimension fastest;
 * {@link #position} says where each one lies.
 *
 * @param dimensions a set of indices for each dimension
 */
public record IndexSet(List<Runs> dimensions) {

  /** Takes elements that lie side by side in the last dimension. */
  @FunctionalInterface
  public interface LineVisitor {
    /**
     * @param start index of the first element; overwritten after the call
     * @param length how many elements
     */
    void line(long[] start, long length);
  }

  public IndexSet {
    dimensions = List.copyOf(dimensions);
    if (dimensions.isEmpty() || dimensions.size() > Extents.MOST_DIMENSIONS) {
      throw new IllegalArgumentException(
          "an array has 1 to " + Extents.MOST_DIMENSIONS + " dimensions, not " + dimensions.size());
    }
  }

  /** Whether it is a rectangle: one interval in each dimension, none empty. */
  public boolean isBox() {
    return !isEmpty() && dimensions.stream().allMatch(Runs::isInterval);
  }

  public boolean isEmpty() {
    return dimensions.stream().anyMatch(Runs::isEmpty);
  }

  /** How many elements it has. */
  public long cells() {
    long cells = 1;
    for (final Runs runs : dimensions) {
      cells *= runs.size();
    }
    return cells;
  }

  /** The least index in a dimension. */
  public long first(int dimension) {
    return dimensions.get(dimension).first();
  }

  /** The index after the greatest in a dimension. */
  public long end(int dimension) {
    return dimensions.get(dimension).end();
  }

  public boolean contains(long... index) {
    for (int d = 0; d < dimensions.size(); d++) {
      if (!dimensions.get(d).contains(index[d])) {
        return false;
      }
    }
    return true;
  }

  /** Where an element of this set lies among the set's elements, packed. */
  public long position(long... index) {
    long position = 0;
    for (int d = 0; d < dimensions.size(); d++) {
      position = position * dimensions.get(d).size() + dimensions.get(d).below(index[d]);
    }
    return position;
  }

  /** What both have; of arrays with the same number of dimensions. */
  public IndexSet intersect(IndexSet other) {
    final List<Runs> common = new ArrayList<>(dimensions.size());
    for (int d = 0; d < dimensions.size(); d++) {
      common.add(dimensions.get(d).intersect(other.dimensions.get(d)));
    }
    return new IndexSet(common);
  }

  /**
   * Visits every element once, in an order that depends on this set alone: sender and receiver of a
   * {@link Redistribution.Transfer} pack and unpack alike.
   */
  public void forEachLine(LineVisitor visitor) {
    visit(0, new long[dimensions.size()], visitor);
  }

  private void visit(int dimension, long[] index, LineVisitor visitor) {
    final boolean last = dimension == dimensions.size() - 1;
    for (final Run run : dimensions.get(dimension).runs()) {
      for (long i = 0; i < run.count(); i++) {
        final long from = run.first() + i * run.stride();
        if (last) {
          index[dimension] = from;
          visitor.line(index, run.length());
        } else {
          for (long k = from; k < from + run.length(); k++) {
            index[dimension] = k;
            visit(dimension + 1, index, visitor);
          }
        }
      }
    }
  }
}
