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
 * elements by address, once the window has let them pass, and rows as long as it is what it was
 * then. Set by the program's thread; while a loop runs, read by several.
 */
abstract sealed class ArrayWindow permits SharedArray {
  static final long ANY_ITERATION = -1;
  private static final long[] NOTHING_LISTED = new long[0];

  MemorySegment cells = MemorySegment.NULL;
  long address;
  final int dimensions;
  final long columns;
  final long middle;

  /** From one row of a plane to the next; alike in all memory, for indices are never cut. */
  final long line;

  /** From one index to the next, likewise. */
  final long unit;

  private final int cellBytes;

  private long origin;
  private @Nullable BlockCyclic dealt;
  private long readFrom;
  private long readTo;
  private long writeFrom;
  private long writeTo;
  private FetchedRange fetched = FetchedRange.NONE;
  private FetchedRange fetchedAfter = FetchedRange.NONE;
  private long[] listed = NOTHING_LISTED;
  private long iteration = ANY_ITERATION;
  private int opening;

  ArrayWindow(SharedShape declared, int cellBytes) {
    this.cellBytes = cellBytes;
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

  // A kernel's accesses. Each method is so short that the compiler always makes it part of the
  // kernel, however often it has been called before.

  /**
   * Where the elements of an index lie that this loop may read.
   *
   * @throws ProgramError when it may not
   */
  final long readable(long index) {
    final long place = place(index);
    return isInReads(place) ? origin + place * unit : refuseToRead(index);
  }

  /**
   * As {@link #readable}, where indices around it are read from there, too.
   *
   * @param first how far away the first of them is, at most 0
   * @param last how far the last is, at least 0
   */
  final long readableAround(long index, int first, int last) {
    if (dealt != null && first < last) {
      throw ArrayAccess.apart(this);
    }
    readable(index + first);
    readable(index + last);
    return readable(index);
  }

  /** As {@link #readable}, to write. */
  final long writable(long index) {
    final long place = place(index);
    return isInWrites(place) ? origin + place * unit : refuseToWrite(index);
  }

  /** Whether it is this worker's own, or in an open halo, or in an open copy of the whole array. */
  final boolean isReadable(long index) {
    return isInReads(place(index));
  }

  final boolean isWritable(long index) {
    return isInWrites(place(index));
  }

  private boolean isInReads(long place) {
    return place >= readFrom && place < readTo;
  }

  private boolean isInWrites(long place) {
    return place >= writeFrom && place < writeTo;
  }

  private long refuseToRead(long index) {
    throw ArrayAccess.notReadable(this, index);
  }

  private long refuseToWrite(long index) {
    throw ArrayAccess.notWritable(this, index);
  }

  /**
   * The address of the elements of an index that lists name, or that is this worker's in a loop
   * that reads listed ones; {@link ListedElements#NOT_HERE} for all others.
   */
  final long listedAddress(long index) {
    return index >= 0 && index < listed.length ? listed[(int) index] : ListedElements.NOT_HERE;
  }

  /**
   * The address of the elements of an index that were fetched for this loop.
   *
   * @throws ProgramError when they were not
   */
  final long addressOfFetched(long index) {
    return fetched.has(index) ? fetched.addressOf(index) : addressOfFetchedAfter(index);
  }

  private long addressOfFetchedAfter(long index) {
    return fetchedAfter.has(index) ? fetchedAfter.addressOf(index) : refuseToRead(index);
  }

  private long place(long index) {
    return dealt == null ? index : dealt.of(0, Objects.checkIndex(index, length()));
  }

  /** Whether a loop may read anything of it. */
  final boolean isOpen() {
    return readFrom < readTo || isWritten() || isFetched() || listed.length > 0;
  }

  private boolean isFetched() {
    return !fetched.isEmpty() || !fetchedAfter.isEmpty();
  }

  /** Whether a loop may write anything of it. */
  final boolean isWritten() {
    return writeFrom < writeTo;
  }

  /** A number for the present loop, and in checked runs for the present iteration. */
  final int opening() {
    return opening;
  }

  /** Whoever holds a row of an opening uses it in that one. */
  final void requireSame(int rowsOpening) {
    if (rowsOpening != opening) {
      throw ArrayAccess.lateRow(this);
    }
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
    opening++;
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

  /** Elements of other workers may be read, in two ranges of indices. */
  final void openFetched(FetchedRange first, FetchedRange second) {
    fetched = first;
    fetchedAfter = second;
  }

  /** The elements of one index may be read, which lie here. */
  final void openOwnFetched(long index) {
    final long at = address + (origin + place(index) * unit) * cellBytes;
    openFetched(new FetchedRange(index, index + 1, at, indexBytes()), FetchedRange.NONE);
  }

  /**
   * The elements of some indices may be read at their addresses.
   *
   * @param addresses by index
   */
  final void openListed(long[] addresses) {
    listed = addresses;
  }

  /** Where the elements of an index lie of those that this worker has, or nowhere. */
  final long ownAddress(long index) {
    return isReadable(index) ? address + readable(index) * cellBytes : ListedElements.NOT_HERE;
  }

  /** How far it is from one index to the next. */
  final long indexBytes() {
    return unit * cellBytes;
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
    opening++;
    openReads(Math.max(0, place - around), Math.min(length(), place + around + 1));
    openWrites(place, written ? place + 1 : place);
  }

  /**
   * Of listed elements, one iteration may read these only.
   *
   * @param addresses by index
   * @param home whether it may also read the elements of its own number
   */
  final void narrowListed(long index, long[] addresses, boolean home) {
    iteration = index;
    opening++;
    listed = addresses;
    if (!home) {
      openReads(0, 0);
    }
  }

  /**
   * Of a range that was fetched, one iteration may read this part only.
   *
   * @param home whether it may also read the elements of its own number
   */
  final void narrowFetched(long index, FetchedRange part, boolean home) {
    iteration = index;
    opening++;
    openFetched(part, FetchedRange.NONE);
    if (!home) {
      openReads(0, 0);
    }
  }

  /** Nothing may be used. */
  final void shut() {
    openReads(0, 0);
    openWrites(0, 0);
    openFetched(FetchedRange.NONE, FetchedRange.NONE);
    listed = NOTHING_LISTED;
    iteration = ANY_ITERATION;
    opening++;
  }
}
