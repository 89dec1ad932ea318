package io.lull.reconfig.distribution;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The present owners of the cells of a grid, as one worker sees them. Of a grid that is dealt out a
 * worker's cells lie side by side in memory, as one box, and not where their indices are.
 *
 * @param regions boxes in memory, by rank
 * @param dealt where indices lie; null: where they are
 * @param halo what the worker exchanges with those beside it
 */
public record Ownership(
    Shape shape, List<Region> regions, int rank, @Nullable BlockCyclic dealt, HaloPlan halo) {
  private static final int ROW = 2;
  private static final int PLANE = 3;
  private static final HaloPlan ALONE = new HaloPlan(List.of(), List.of(), List.of());

  /** Takes cells of one line whose columns follow each other. */
  @FunctionalInterface
  public interface StretchVisitor {
    /**
     * @param column the first cell's
     * @param from where the first cell lies
     * @param to where the one after the last lies
     */
    void stretch(long column, long from, long to);
  }

  /** The worker has no part. */
  public static Ownership nobody(Shape shape) {
    return new Ownership(shape, List.of(), -1, null, ALONE);
  }

  /**
   * @param places in which the regions are
   * @param rank -1: the worker has no part
   */
  public static Ownership of(
      Shape shape, List<Region> regions, Places places, Reach reach, boolean periodic, int rank) {
    if (rank < 0) {
      return nobody(shape);
    }
    if (places instanceof BlockCyclic dealt) {
      return new Ownership(shape, List.copyOf(regions), rank, dealt, ALONE);
    }
    return new Ownership(
        shape,
        List.copyOf(regions),
        rank,
        null,
        HaloPlan.of(shape.all(), regions, reach, periodic, rank));
  }

  public Places places() {
    return dealt == null ? Places.OWN : dealt;
  }

  /** The indices of what a rank owns. */
  public IndexSet owned(int rank) {
    return dealt == null
        ? regions.get(rank).indices(shape.extents().dimensions())
        : dealt.owned(rank);
  }

  /** Where those of the worker's cells lie that are in an area. */
  public Region part(Region area, Region own) {
    return dealt == null ? own.intersect(area) : dealt.part(rank, area);
  }

  /** The plane of cells that lie in one. */
  public long plane(long place) {
    return index(PLANE, place);
  }

  /** The row of cells that lie in one. */
  public long row(long place) {
    return index(ROW, place);
  }

  private long index(int fromLast, long place) {
    final int dimension = shape.extents().dimensions() - fromLast;
    return dealt == null || dimension < 0 ? place : dealt.index(dimension, place);
  }

  /** The columns of cells that lie side by side in a line. */
  public void stretches(long from, long to, StretchVisitor visitor) {
    if (dealt == null) {
      visitor.stretch(from, from, to);
      return;
    }
    final int last = shape.extents().dimensions() - 1;
    for (long place = from, end; place < to; place = end) {
      end = Math.min(to, place + dealt.stretch(last, place));
      visitor.stretch(dealt.index(last, place), place, end);
    }
  }

  /** The rank that has an index of the first dimension, of an array that is cut along it alone. */
  public int owner(long index) {
    for (int rank = 0; rank < regions.size(); rank++) {
      final IndexSet owned = owned(rank);
      if (!owned.isEmpty() && owned.dimensions().getFirst().contains(index)) {
        return rank;
      }
    }
    throw new IllegalArgumentException("nobody has index " + index);
  }
}
