package io.lull.reconfig.distribution;

import java.util.ArrayList;
import java.util.List;

/**
 * What the workers of a configuration own of every declared grid.
 *
 * @param parts the workers, by rank
 * @param grids the grids' distributions, in the order of the grids; grids of equal extents are cut
 *     alike
 */
public record Allotment(List<Part> parts, List<RecursiveBisection> grids) {
  /** Before a job has begun. */
  public static final Allotment NONE = new Allotment(List.of(), List.of());

  public Allotment {
    parts = List.copyOf(parts);
    grids = List.copyOf(grids);
  }

  /** Divides all grids among these workers, rank by rank in the order given. */
  public static Allotment afresh(List<Shape> shapes, List<Part> parts) {
    return new Allotment(parts, cut(shapes, parts.stream().map(Part::weight).toList()));
  }

  static List<RecursiveBisection> cut(List<Shape> shapes, List<Double> weights) {
    final List<RecursiveBisection> grids = new ArrayList<>(shapes.size());
    for (final Shape shape : shapes) {
      grids.add(
          grids.stream()
              .filter(grid -> grid.extents().equals(shape.extents()))
              .findFirst()
              .orElseGet(() -> RecursiveBisection.of(shape.extents(), weights)));
    }
    return grids;
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

  /** A rank's box of a grid. */
  public Region region(int rank, int grid) {
    return Region.of(grids.get(grid).owned(rank));
  }

  /** A grid's boxes, by rank. */
  public List<Region> regions(int grid) {
    return grids.get(grid).boxes().stream().map(Region::of).toList();
  }

  /** This allotment as data that its own workers hold. */
  public Holding held() {
    return new Holding(this, parts.stream().map(Part::worker).toList());
  }
}
