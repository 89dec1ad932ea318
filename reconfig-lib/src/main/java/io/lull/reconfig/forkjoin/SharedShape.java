package io.lull.reconfig.forkjoin;

import io.lull.reconfig.distribution.Division;
import io.lull.reconfig.distribution.Extents;
import io.lull.reconfig.distribution.Reach;
import java.util.List;

/**
 * The shape of a shared array and the way in which it is shared out. What is shared out are the
 * indices of the first dimension: the elements of an array of one dimension, the rows of one of
 * two, the planes of one of three.
 *
 * @param extents one to three lengths; the last one is contiguous in memory
 * @param block blocks of so many indices are dealt out in turn, to each worker as many; 0: each
 *     worker has indices that follow each other, as many as its speed asks
 * @param halo so many indices before and after its own a worker can read, in loops that say so
 */
public record SharedShape(Extents extents, long block, int halo) {
  /** No loop reaches farther. */
  public static final int MOST_HALO = 64;

  public SharedShape {
    if (block < 0 || halo < 0 || halo > MOST_HALO) {
      throw new IllegalArgumentException(
          "blocks are dealt out with a length from 1, and a halo is from 0 to "
              + MOST_HALO
              + ", not "
              + block
              + " and "
              + halo);
    }
    if (block > 0 && halo > 0) {
      throw new IllegalArgumentException(
          "an array that is dealt out has no halo: no index has its neighbours beside it");
    }
  }

  /** Each worker has indices that follow each other. */
  public static SharedShape of(long... lengths) {
    return new SharedShape(Extents.of(lengths), 0, 0);
  }

  /** Blocks of so many indices are dealt out in turn. */
  public SharedShape dealt(long length) {
    return new SharedShape(extents, length, halo);
  }

  /** A worker can read so many indices before and after its own. */
  public SharedShape withHalo(int width) {
    return new SharedShape(extents, block, width);
  }

  Division division() {
    final int dimensions = extents.dimensions();
    return block == 0
        ? new Division.WholeLines(dimensions)
        : new Division.Dealt(List.of(block), dimensions);
  }

  /** Of the halo, which lies along the first dimension only. */
  Reach reach() {
    return switch (extents.dimensions()) {
      case 1 -> new Reach(0, 0, halo);
      case 2 -> new Reach(0, halo, 0);
      default -> new Reach(halo, 0, 0);
    };
  }
}
