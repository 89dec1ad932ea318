package io.lull.reconfig.distribution;

/**
 * Permutes the indices of a dimension so that what each process owns lies side by side: first all
 * that the first owns, in their order, then all that the next one does. In such places every rank
 * owns one box, whatever the distribution; where ranks own boxes anyway an index is its own place,
 * which is what these methods say unless a distribution says otherwise.
 */
public interface Places {
  /** Every index is its own place. */
  Places OWN = new Places() {};

  /** The place of an index. */
  default long of(int dimension, long index) {
    return index;
  }

  /** The index that has a place. */
  default long index(int dimension, long place) {
    return place;
  }

  /** From this place on so many have indices that follow each other, at least one. */
  default long stretch(int dimension, long place) {
    return Long.MAX_VALUE - place;
  }
}
