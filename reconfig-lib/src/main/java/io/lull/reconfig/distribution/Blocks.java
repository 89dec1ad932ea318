package io.lull.reconfig.distribution;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Blocks of whole rows (dimension 0), columns (1) or planes: each rank owns one interval of one
 * dimension.
 *
 * @param dimension that is cut
 * @param cuts where each rank's interval begins, and at last where the array ends
 */
public record Blocks(Extents extents, int dimension, List<Long> cuts) implements Distribution {

  /**
   * @throws IllegalArgumentException when the cuts do not go up from 0 to the dimension's length
   */
  public Blocks {
    cuts = List.copyOf(cuts);
    boolean ascending = cuts.size() > 1 && cuts.getFirst() == 0;
    for (int i = 1; i < cuts.size(); i++) {
      ascending &= cuts.get(i) >= cuts.get(i - 1);
    }
    if (!ascending || cuts.getLast() != extents.length(dimension)) {
      throw new IllegalArgumentException(
          "cuts of blocks go from 0 to " + extents.length(dimension) + ", not " + cuts);
    }
  }

  /** Blocks as equal as whole rows (columns, planes) allow. */
  public static Blocks even(Extents extents, int dimension, int ranks) {
    return weighted(extents, dimension, Collections.nCopies(ranks, 1.0));
  }

  /**
   * Blocks in proportion to weights: each has within one row (column, plane) of its share. A rank
   * whose share is small may own nothing.
   *
   * @param weights by rank, greater than zero: measured speeds, in any unit
   */
  public static Blocks weighted(Extents extents, int dimension, List<Double> weights) {
    Weights.check(weights);
    final long length = extents.length(dimension);
    final double all = weights.stream().mapToDouble(Double::doubleValue).sum();
    final List<Long> cuts = new ArrayList<>(weights.size() + 1);
    double before = 0;
    for (final double weight : weights) {
      cuts.add(Math.round(length * (before / all)));
      before += weight;
    }
    cuts.add(length);
    return new Blocks(extents, dimension, cuts);
  }

  @Override
  public int size() {
    return cuts.size() - 1;
  }

  @Override
  public IndexSet owned(int rank) {
    final List<Runs> runs = new ArrayList<>(extents.all().dimensions());
    runs.set(dimension, Runs.between(cuts.get(rank), cuts.get(rank + 1)));
    return new IndexSet(runs);
  }

  @Override
  public int owner(long... index) {
    int low = 0;
    int high = size() - 1;
    while (low < high) {
      final int middle = (low + high) >>> 1;
      if (cuts.get(middle + 1) > index[dimension]) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
