package io.lull.reconfig.checkpoint;

import io.lull.reconfig.distribution.Region;
import java.util.List;

/**
 * A piece of the same rank and epoch that whoever keeps the copies has already.
 *
 * @param headerBytes where its blocks begin
 * @param changed by grid: outside of it no cell has changed since
 */
public record EarlierPiece(long generation, long headerBytes, List<Region> changed) {
  public EarlierPiece {
    changed = List.copyOf(changed);
  }
}
