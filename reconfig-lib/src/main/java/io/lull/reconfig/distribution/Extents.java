package io.lull.reconfig.distribution;

import java.util.Arrays;
import java.util.List;

/**
 * The lengths of an array's dimensions, one to three of them; the last one is contiguous in memory.
 *
 * @param lengths in elements, each at least 1
 */
public record Extents(List<Long> lengths) {
  /** No array has more dimensions. */
  public static final int MOST_DIMENSIONS = 3;

  /**
   * @throws IllegalArgumentException when there are none or over three, one is under 1, or the
   *     array would have more elements than a long can count
   */
  public Extents {
    lengths = List.copyOf(lengths);
    if (lengths.isEmpty() || lengths.size() > MOST_DIMENSIONS) {
      throw new IllegalArgumentException(
          "an array has 1 to " + MOST_DIMENSIONS + " dimensions, not " + lengths.size());
    }
    long cells = 1;
    for (final long length : lengths) {
      if (length < 1 || Math.multiplyHigh(cells, length) != 0 || cells * length < 0) {
        throw new IllegalArgumentException("an array cannot have the extents " + lengths);
      }
      cells *= length;
    }
  }

  public static Extents of(long... lengths) {
    return new Extents(Arrays.stream(lengths).boxed().toList());
  }

  public int dimensions() {
    return lengths.size();
  }

  public long length(int dimension) {
    return lengths.get(dimension);
  }

  /** Elements of the whole array. */
  public long cells() {
    long cells = 1;
    for (final long length : lengths) {
      cells *= length;
    }
    return cells;
  }

  /** All indices. */
  public IndexSet all() {
    return new IndexSet(lengths.stream().map(length -> Runs.between(0, length)).toList());
  }

  /** As an error message names it: {@code 300 x 200}. */
  public String described() {
    return String.join(" x ", lengths.stream().map(String::valueOf).toList());
  }
}
