package io.lull.reconfig.grid;

import io.lull.reconfig.distribution.HaloPlan;
import io.lull.reconfig.memory.Cells;
import io.lull.reconfig.numeric.ExactSum;
import io.lull.reconfig.partition.ArrivingRegions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The communication of a grid with the other workers. Given by the runtime; an implementation may
 * block until the others make the same call, and throws an {@link Error} of its own when the epoch
 * is over.
 */
public interface GridExchange {

  /** All grids of the program, as far as they are known. */
  default List<? extends GridMemory> grids() {
    return List.of();
  }

  /** This worker's cells that come after a change; null: all are there. */
  default @Nullable ArrivingRegions arriving() {
    return null;
  }

  /** Memory is short: what is only kept for the case of an early return is to make room. */
  default void giveUpKept() {}

  /**
   * A grid is filled. What is said by this and the next two is only compared: that each worker does
   * the same at the same turn.
   */
  void filling(GridMemory grid);

  /**
   * A grid is updated.
   *
   * @param reads of whose neighbouring cells the new values are made
   */
  void updating(GridMemory grid, List<? extends GridMemory> reads);

  /** A grid is read for an update of one of other extents. */
  void reading(GridMemory grid);

  /**
   * Sends what others need of this worker's cells; does not wait for them.
   *
   * @param from a grid's own cells
   */
  void give(HaloPlan plan, Cells from);

  /**
   * Waits for what others give of theirs.
   *
   * @param into where it belongs: the grid's own cells with their halo, or others
   */
  void take(GridMemory grid, HaloPlan plan, Cells into);

  /** The greatest of all workers' numbers; NaN if any is. */
  double max(double mine);

  /**
   * The exact sum of all workers' numbers, rounded once: the same bits on any number of workers.
   */
  double sum(ExactSum mine);

  long sum(long mine);

  /**
   * What one worker has, for all.
   *
   * @param mine only that of the sender counts
   * @param from the sender's rank
   */
  byte[] broadcast(byte[] mine, int from);
}
