package io.lull.reconfig.distribution;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The assignment of the elements of an array of one to three dimensions to owners: an immutable
 * value. Every element has exactly one owner.
 *
 * <p>What moves from one distribution to another, of whatever kind and on however many workers, is
 * a {@link Redistribution}.
 */
public sealed interface Distribution extends Places
    permits Blocks, RecursiveBisection, BlockCyclic {

  /** The array that is divided. */
  Extents extents();

  /** How many ranks there are. */
  int size();

  /**
   * What a rank owns; a rank may own nothing where its kind says so.
   *
   * @param rank from 0 to {@link #size} - 1
   */
  IndexSet owned(int rank);

  /** What a rank owns, in the places that lie side by side; empty when it owns nothing. */
  default Region box(int rank) {
    return Region.of(owned(rank));
  }

  /** What each rank owns, as {@link #box}. */
  default List<Region> regions() {
    return IntStream.range(0, size()).mapToObj(this::box).toList();
  }

  /** The rank that owns this element. */
  int owner(long... index);
}
