package io.lull.reconfig.partition;

import io.lull.reconfig.distribution.Places;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Shape;
import java.util.List;

/**
 * An array of which every worker owns one box, as the runtime moves and keeps it. How its memory is
 * held, the implementation decides: what it retains at a safe point may be copied, or left as it is
 * while new values are written elsewhere. The program's thread, but where noted.
 */
public interface PartitionedArray {
  /** Any thread. */
  String name();

  /** Any thread. */
  Shape shape();

  /** What a cell is, in words that a piece keeps: {@code f64}, or of a record its fields. */
  String element();

  /** Whether this worker owns cells now. */
  boolean isPlaced();

  /** The present cells: a view that later changes of place do not touch, but later writes may. */
  RegionCells present();

  /** The present cells as they are now, until the caller releases them, or restores them. */
  RegionCells retain();

  /** What was retained are the present cells again; once. */
  void restore(RegionCells retained);

  /** What was retained is needed no longer, and its memory may take the next values; once. */
  void recycle(RegionCells retained);

  /** How often this worker's cells have been written. */
  long writes();

  /** Outside of it no cell of this worker's has changed since this was last asked. */
  Region takeChanged();

  /**
   * Makes room for the box that this worker is to own, beside the present cells.
   *
   * @param filled each of its cells comes before it is read; else they are zeros
   * @throws OutOfMemoryError when there is none
   */
  void prepare(Region own, boolean filled);

  /** The cells that room was made for. */
  RegionCells pending();

  /** Gives back what was prepared, if anything was. */
  void abandon();

  /**
   * What was prepared is in force; if nothing was, this worker owns nothing now.
   *
   * @param regions of all ranks
   * @param places in which these are
   * @param rank of this worker, -1 if it has none
   */
  void commit(List<Region> regions, Places places, int rank);

  /** This worker owns nothing any more, and nothing is prepared. */
  default void drop() {
    abandon();
    commit(List.of(), Places.OWN, -1);
  }

  /**
   * Copies a box to another of equal lengths in the cells that room was made for.
   *
   * @param source in the present cells
   * @param target in the pending cells
   */
  void copyToPending(Region source, Region target);
}
