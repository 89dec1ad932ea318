package io.lull.reconfig.partition;

import io.lull.reconfig.distribution.Packing;
import io.lull.reconfig.distribution.Region;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Arrays whose cells can be read by range: in memory, or in a piece. One thread at a time. */
public interface RegionSource {
  /**
   * Appends a box's cells, row by row, little-endian.
   *
   * @param array its place among the declared
   * @throws IOException when they cannot be read, or are damaged
   */
  void read(int array, Region region, ByteBuffer out) throws IOException;

  /**
   * Appends some cells that lie in no box, little-endian.
   *
   * @param array its place among the declared
   * @param packing which, in their order, and where they lie
   * @param from the first of them
   * @param to the one after the last
   * @throws IOException when they cannot be read, or are damaged
   */
  void read(int array, Packing packing, long from, long to, ByteBuffer out) throws IOException;
}
