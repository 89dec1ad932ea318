package io.lull.reconfig.partition;

import io.lull.reconfig.distribution.Packing;
import io.lull.reconfig.distribution.Region;
import java.nio.ByteBuffer;

/**
 * The memory of one worker's box of an array. What is read and written is little-endian, row by
 * row; boxes are in the places of {@link io.lull.reconfig.distribution.Places}. Any thread, if none
 * writes what another reads or writes.
 *
 * <p>Every method throws an {@link IllegalStateException} once the memory has been given back.
 */
public interface RegionCells {
  /** The box. */
  Region own();

  int cellBytes();

  /** Appends a box's cells. */
  void read(Region region, ByteBuffer out);

  /** Appends some of the cells that travel. */
  void read(Packing packing, long from, long to, ByteBuffer out);

  /** Appends some of the box's lines. */
  void readLines(long lineFrom, long lineTo, ByteBuffer out);

  /** Takes a box's cells. */
  void write(Region region, ByteBuffer in);

  /** Takes some of the cells that travel. */
  void write(Packing packing, long from, long to, ByteBuffer in);

  /** What was retained is needed no longer; any thread, once. */
  void release();
}
