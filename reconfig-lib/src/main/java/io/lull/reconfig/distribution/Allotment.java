package io.lull.reconfig.distribution;

import java.util.ArrayList;
import java.util.List;

/**
 * The parts of every declared grid that the workers of a configuration own.
 *
 * @param parts the workers, by rank
 * @param grids the grids' distributions, in the order of the grids; grids of equal extents that are
 *     divided in the same way are cut alike
 */
public record Allotment(List<Part> parts, List<Distribution> grids) {
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

  static List<Distribution> cut(List<Shape> shapes, List<Double> weights) {
    final List<Distribution> grids = new ArrayList<>(shapes.size());
    for (final Shape shape : shapes) {
      grids.add(
          shapes.subList(0, grids.size()).stream()
              .filter(shape::isDividedAs)
              .findFirst()
              .map(other -> grids.get(shapes.indexOf(other)))
              .orElseGet(() -> shape.division().among(shape.extents(), weights)));
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

  /** A rank's box of a grid, in the places that lie side by side. */
  public Region region(int rank, int grid) {
    return grids.get(grid).box(rank);
  }

  /** A grid's boxes, by rank. */
  public List<Region> regions(int grid) {
    return grids.get(grid).regions();
  }

  /** In which a grid's boxes are. */
  public Places places(int grid) {
    return grids.get(grid) instanceof BlockCyclic dealt ? dealt : Places.OWN;
  }

  /** This allotment as data that its own workers hold. */
  public Holding held() {
    return new Holding(this, parts.stream().map(Part::worker).toList());
  }
}
