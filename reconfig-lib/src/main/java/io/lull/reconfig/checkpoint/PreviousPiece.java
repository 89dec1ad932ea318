package io.lull.reconfig.checkpoint;

import java.util.BitSet;
import java.util.List;

/**
 * A piece with the same sections that the holder of the copies already has.
 *
 * @param headerBytes where its blocks begin
 * @param changed by section: the blocks that may be others since
 */
public record PreviousPiece(long generation, long headerBytes, List<BitSet> changed) {
  public PreviousPiece {
    changed = changed.stream().map(blocks -> (BitSet) blocks.clone()).toList();
  }
}
