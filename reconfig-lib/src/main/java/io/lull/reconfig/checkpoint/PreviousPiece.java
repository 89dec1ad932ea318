package io.lull.reconfig.checkpoint;

import java.util.BitSet;
import java.util.List;

/**
 * A piece of the same sections that whoever keeps the copies has already.
 *
 * @param headerBytes where its blocks begin
 * @param changed by section: the blocks that may be others since
 */
public record PreviousPiece(long generation, long headerBytes, List<BitSet> changed) {
  public PreviousPiece {
    changed = changed.stream().map(blocks -> (BitSet) blocks.clone()).toList();
  }
}
