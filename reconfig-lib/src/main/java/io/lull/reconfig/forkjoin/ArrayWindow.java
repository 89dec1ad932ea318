package io.lull.reconfig.forkjoin;

import io.lull.reconfig.ProgramError;
import io.lull.reconfig.distribution.BlockCyclic;
import io.lull.reconfig.distribution.Reach;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.memory.StoredTile;
import io.lull.reconfig.memory.Tile;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the present loop may use of an array, and where it lies in memory. Its fields are those of
 * the arrays themselves, so that the compiler sees plain accesses to memory in kernels: single
 * elements by address, once the window has let them pass, and rows by segment. Set by the program's
 * thread; while a loop runs, read by several.
 */
abstract sealed class ArrayWindow permits SharedArray {
  static final long ANY_ITERATION = -1;
  private static final long NOTHING_FETCHED = -1;
  private static final int[] NOTHING_LISTED = new int[0];

  MemorySegment cells = MemorySegment.NULL;
  long address;
  MemorySegment fetchedCells = MemorySegment.NULL;
  long fetchedAddress;
  final int dimensions;
  final long columns;
  final long middle;

  /** From one row of a plane to the next; alike in all memory, for indices are never cut. */
  final long line;

  /** From one index to the next, likewise. */
  private final long unit;

  private long origin;
  private @Nullable BlockCyclic dealt;
  private long readFrom;
  private long readTo;
  private long writeFrom;
  private long writeTo;
  private long fetchedIndex = NOTHING_FETCHED;
  private long fetchedOrigin;
  private int[] listedPlaces = NOTHING_LISTED;
  private long iteration = ANY_ITERATION;

  ArrayWindow(SharedShape declared) {
    this.dimensions = declared.extents().dimensions();
    this.columns = declared.extents().length(dimensions - 1);
    this.middle = dimensions < 3 ? 1 : declared.extents().length(1);
    final Tile index = Tile.of(new Region(0, 1, 0, middle, 0, columns), new Reach(0, 0, 0));
    this.line = index.stride();
    this.unit =
        switch (dimensions) {
          case 1 -> 1;
          case 2 -> index.stride();
          default -> index.planeStride();
        };
  }

  abstract String name();

  abstract SharedShape declared();

  /** How many indices its first dimension has. */
  abstract long length();

  // A kernel's accesses.

  /**
   * Where the elements of an index lie that this loop may read.
   *
   * @throws ProgramError when it may not
   */
  final long readable(long index) {
    final long place = place(index);
    if (place < readFrom || place >= readTo) {
      throw ArrayAccess.notReadable(this, index);
    }
    return origin + place * unit;
  }

  /** As {@link #readable}, to write. */
  final long writable(long index) {
    final long place = place(index);
    if (place < writeFrom || place >= writeTo) {
      throw ArrayAccess.notWritable(this, index);
    }
    return origin + place * unit;
  }

  /** Whether it is this worker's own, or in an open halo, or in an open copy of the whole array. */
  final boolean isReadable(long index) {
    return contains(readFrom, readTo, index);
  }

  /**
   * Where the elements of an index lie in what was fetched for this loop.
   *
   * @throws ProgramError when they were not
   */
  final long fetched(long index) {
    if (index >= 0 && index < listedPlaces.length) {
      final int place = listedPlaces[(int) index];
      if (place != ListedElements.NOWHERE) {
        return place * unit;
      }
    }
    if (index != fetchedIndex) {
      throw ArrayAccess.notReadable(this, index);
    }
    return fetchedOrigin;
  }

  final boolean isWritable(long index) {
    return contains(writeFrom, writeTo, index);
  }

  private boolean contains(long from, long to, long index) {
    final long place = place(index);
    return place >= from && place < to;
  }

  private long place(long index) {
    return dealt == null ? index : dealt.of(0, Objects.checkIndex(index, length()));
  }

  /** Whether a loop may read anything of it. */
  final boolean isOpen() {
    return readFrom < readTo
        || isWritten()
        || fetchedIndex != NOTHING_FETCHED
        || listedPlaces.length > 0;
  }

  /** Whether a loop may write anything of it. */
  final boolean isWritten() {
    return writeFrom < writeTo;
  }

  /** The iteration that alone may use the array, or {@link #ANY_ITERATION}. */
  final long iteration() {
    return iteration;
  }

  /** The index that has a place. */
  final long indexAt(long place) {
    return dealt == null ? place : dealt.index(0, place);
  }

  /** The index to which an element of the memory belongs. */
  final long indexOf(long element) {
    return indexAt((element - origin) / unit);
  }

  // What it is set to.

  /** What kernels see of the array lies there; null: nothing. */
  final void see(@Nullable StoredTile tile, @Nullable BlockCyclic places) {
    dealt = places;
    cells = tile == null ? MemorySegment.NULL : tile.storage().segment();
    address = cells.address();
    origin = tile == null ? 0 : tile.tile().index(0, 0, 0);
  }

  /** Places may be read. */
  final void openReads(long from, long to) {
    readFrom = from;
    readTo = to;
  }

  /** Places may be written. */
  final void openWrites(long from, long to) {
    writeFrom = from;
    writeTo = to;
  }

  /** The elements of one index may be read, which lie elsewhere. */
  final void openFetched(long index, MemorySegment where) {
    fetchedIndex = index;
    seeFetched(where);
    fetchedOrigin = 0;
  }

  /** As {@link #openFetched}, of an index whose elements lie here. */
  final void openOwnFetched(long index) {
    fetchedIndex = index;
    seeFetched(cells);
    fetchedOrigin = origin + place(index) * unit;
  }

  /**
   * The elements of some indices may be read, which lie elsewhere.
   *
   * @param places by index
   */
  final void openListed(int[] places, MemorySegment where) {
    listedPlaces = places;
    seeFetched(where);
  }

  private void seeFetched(MemorySegment where) {
    fetchedCells = where;
    fetchedAddress = where.address();
  }

  /**
   * One iteration alone may use the array, and the elements of its own number only.
   *
   * @param around so many on both sides it may read as well
   * @param written whether it may write them
   */
  final void narrow(long index, int around, boolean written) {
    final long place = place(index);
    iteration = index;
    openReads(Math.max(0, place - around), Math.min(length(), place + around + 1));
    openWrites(place, written ? place + 1 : place);
  }

  /**
   * Of the elements of others, one iteration may read these only.
   *
   * @param home whether it may also read the elements of its own number
   */
  final void narrowListed(long index, int[] places, boolean home) {
    iteration = index;
    listedPlaces = places;
    if (!home) {
      openReads(0, 0);
    }
  }

  /** Nothing may be used. */
  final void shut() {
    openReads(0, 0);
    openWrites(0, 0);
    fetchedIndex = NOTHING_FETCHED;
    listedPlaces = NOTHING_LISTED;
    iteration = ANY_ITERATION;
  }
}
