package io.lull.reconfig.distribution;

import java.util.ArrayList;
import java.util.List;

/**
 * Who owns what.
 *
 * @param parts by rank
 * @param regions by rank, each with one rectangle for every grid
 */
public record Distribution(List<Part> parts, List<List<Region>> regions) {

  /** Divides all grids among these workers, rank by rank in the order given. */
  public static Distribution of(List<Shape> shapes, List<Part> parts) {
    final double[] weights = parts.stream().mapToDouble(Part::weight).toArray();
    final List<List<Region>> byGrid =
        shapes.stream()
            .map(s -> RecursiveBisection.divide(s.rows(), s.columns(), weights))
            .toList();
    final List<List<Region>> byRank = new ArrayList<>(parts.size());
    for (int rank = 0; rank < parts.size(); rank++) {
      final int r = rank;
      byRank.add(byGrid.stream().map(regions -> regions.get(r)).toList());
    }
    return new Distribution(List.copyOf(parts), List.copyOf(byRank));
  }

  public int size() {
    return parts.size();
  }

  /** The worker's rank, or -1. */
  public int rankOf(String worker) {
    for (int rank = 0; rank < parts.size(); rank++) {
      if (parts.get(rank).worker().equals(worker)) {
        return rank;
      }
    }
    return -1;
  }

  /** This distribution as data that its own workers hold. */
  public List<Holding> held() {
    final List<Holding> held = new ArrayList<>(size());
    for (int rank = 0; rank < size(); rank++) {
      held.add(new Holding(rank, parts.get(rank).worker(), regions.get(rank)));
    }
    return List.copyOf(held);
  }

  /** One grid's rectangles, by rank. */
  public List<Region> grid(int index) {
    return regions.stream().map(r -> r.get(index)).toList();
  }
}
