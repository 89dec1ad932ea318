package io.lull.reconfig.memory;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * This process's memory as one segment, for generated code and short accesses: they reach cells by
 * address. Every access to a segment asks for its kind, its bounds and whether it is still there,
 * and the Java machine takes these questions out of a loop only when it happens to see but one kind
 * of segment; to this one the answers are constants. So they are asked before instead, once for a
 * row or a loop, and whoever reaches cells holds their memory meanwhile.
 */
public final class ProcessMemory {
  /** Reads and writes first ask {@link #address}. */
  @SuppressWarnings("restricted") // what is not a grid's cells is kept out by address
  public static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private ProcessMemory() {}

  /**
   * Where the cell with index 0 lies.
   *
   * @param cells of doubles
   * @param lowest index of a cell that is to be reached
   * @param highest index of a cell that is to be reached
   * @throws IndexOutOfBoundsException when one of them is not there
   */
  public static long address(MemorySegment cells, long lowest, long highest) {
    Objects.checkFromToIndex(lowest, highest + 1, cells.byteSize() >> 3);
    final long address = cells.address();
    if (!cells.isNative() || (address & 7) != 0) {
      throw new IllegalArgumentException("cells lie outside of the heap, each at a whole address");
    }
    return address;
  }
}
