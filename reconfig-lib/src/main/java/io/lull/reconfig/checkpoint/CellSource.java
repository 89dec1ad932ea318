package io.lull.reconfig.checkpoint;

import io.lull.reconfig.distribution.Packing;
import io.lull.reconfig.distribution.Region;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Cells that can be read by range: memory, or a piece on disk. One thread at a time. */
public interface CellSource {
  /**
   * Appends a box's cells, row by row, little-endian.
   *
   * @param grid its place among the declared
   * @throws IOException when they cannot be read, or are damaged
   */
  void read(int grid, Region region, ByteBuffer out) throws IOException;

  /**
   * Appends some cells that lie in no box, little-endian.
   *
   * @param grid its place among the declared
   * @param packing which, in their order, and where they lie
   * @param from the first of them
   * @param to the one after the last
   * @throws IOException when they cannot be read, or are damaged
   */
  void read(int grid, Packing packing, long from, long to, ByteBuffer out) throws IOException;
}
