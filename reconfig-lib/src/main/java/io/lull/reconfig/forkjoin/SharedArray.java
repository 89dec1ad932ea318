package io.lull.reconfig.forkjoin;

import io.lull.reconfig.ProgramError;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.distribution.BlockCyclic;
import io.lull.reconfig.distribution.Ownership;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Shape;
import io.lull.reconfig.exchange.ArrayReplication;
import io.lull.reconfig.memory.Cells;
import io.lull.reconfig.memory.Storage;
import io.lull.reconfig.memory.StoredTile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An array that is shared out among the workers by the indices of its first dimension. Loops read
 * and write its elements in place; an array is open to a loop only as far as the loop says what it
 * reads and writes, and closed between loops.
 */
public abstract sealed class SharedArray permits DoubleArray, FloatArray, IntArray, LongArray {
  private static final long NOTHING_FETCHED = -1;
  static final long ANY_ITERATION = -1;

  private final String name;
  private final SharedShape declared;
  private final Shape shape;
  private final ArrayMemory memory;
  private final ArrayCopies copies;
  private Ownership ownership;
  private boolean haloFresh;
  private boolean replicaOpen;
  private long iteration = ANY_ITERATION;

  // What kernels read: fields of their own, so that the compiler sees plain accesses to memory.
  MemorySegment cells = MemorySegment.NULL;
  MemorySegment fetchedCells = MemorySegment.NULL;
  final int dimensions;
  final long columns;
  final long middle;
  long line;
  private long fetchedIndex = NOTHING_FETCHED;
  private long fetchedOrigin;
  private long unit;
  private long origin;
  private @Nullable BlockCyclic dealt;
  private long readFrom;
  private long readTo;
  private long writeFrom;
  private long writeTo;

  SharedArray(String name, SharedShape declared, ValueLayout layout) {
    this.name = name;
    this.declared = declared;
    this.shape = new Shape(declared.extents(), (int) layout.byteSize(), declared.division());
    this.memory = new ArrayMemory(name, shape, declared.reach(), layout);
    this.copies = new ArrayCopies(memory);
    this.ownership = Ownership.nobody(shape);
    this.dimensions = declared.extents().dimensions();
    this.columns = shape.columns();
    this.middle = shape.rows();
  }

  public final String name() {
    return name;
  }

  public final SharedShape declared() {
    return declared;
  }

  /** How many indices its first dimension has. */
  public final long length() {
    return declared.extents().length(0);
  }

  final Shape shape() {
    return shape;
  }

  /** What an element is, as checkpoints name it, such as {@code f64}. */
  abstract String element();

  /** Who has what now. */
  final Ownership ownership() {
    return ownership;
  }

  final ArrayMemory memory() {
    return memory;
  }

  final Cells present() {
    return memory.view(memory.present());
  }

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
   * @throws ProgramError when it is not that one
   */
  final long fetched(long index) {
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
    return readFrom < readTo || isWritten() || fetchedIndex != NOTHING_FETCHED;
  }

  /** Whether a loop may write anything of it. */
  final boolean isWritten() {
    return writeFrom < writeTo;
  }

  // Where indices lie.

  private long from(Region region) {
    return switch (dimensions) {
      case 1 -> region.columnFrom();
      case 2 -> region.rowFrom();
      default -> region.planeFrom();
    };
  }

  private long to(Region region) {
    return switch (dimensions) {
      case 1 -> region.columnTo();
      case 2 -> region.rowTo();
      default -> region.planeTo();
    };
  }

  private IndexRange range(Region region) {
    return region.isEmpty() ? IndexRange.NONE : new IndexRange(from(region), to(region));
  }

  /** This worker's indices, of an array that is not dealt out. */
  final IndexRange own() {
    return range(memory.present().tile().own());
  }

  /** The indices from one to before another, with all that belongs to them. */
  final Region slice(long from, long to) {
    final Region all = shape.all();
    return switch (dimensions) {
      case 1 -> new Region(0, 1, 0, 1, from, to);
      case 2 -> new Region(0, 1, from, to, 0, all.columnTo());
      default -> new Region(from, to, 0, all.rowTo(), 0, all.columnTo());
    };
  }

  private Region partOf(long from, long to) {
    return ownership.part(slice(from, to), memory.present().tile().own());
  }

  /** Where this worker's part of a range of indices lies. */
  final IndexRange part(long from, long to) {
    return range(partOf(from, to));
  }

  /** The indices of a rank, in an array that is not dealt out. */
  final IndexRange owned(int rank) {
    return range(ownership.regions().get(rank));
  }

  // What loops open and close.

  /** A loop may read this worker's own elements. */
  final void openOwn() {
    readFrom = own().from();
    readTo = own().to();
  }

  /** A loop may read its neighbours' as well, as far as the halo reaches. */
  final void openHalo() {
    final IndexRange own = own();
    if (own.from() < own.to()) {
      readFrom = Math.max(0, own.from() - declared.halo());
      readTo = Math.min(length(), own.to() + declared.halo());
    }
  }

  /** A loop may write this worker's own elements. */
  final void openWrites() {
    writeFrom = own().from();
    writeTo = own().to();
  }

  /** A loop may read the elements of that index, which were fetched, or are this worker's own. */
  final void openFetched(long index, boolean own) {
    fetchedIndex = index;
    fetchedCells = own ? cells : copies.fetched().storage().segment();
    fetchedOrigin = own ? origin + place(index) * unit : 0;
  }

  /**
   * Of this worker's own elements one iteration may use those of its own number only.
   *
   * @param halo whether it may read what lies around them
   * @param written whether it may write them
   */
  final void narrow(long index, boolean halo, boolean written) {
    final long place = place(index);
    final int around = halo ? declared.halo() : 0;
    iteration = index;
    readFrom = Math.max(0, place - around);
    readTo = Math.min(length(), place + around + 1);
    writeFrom = place;
    writeTo = written ? place + 1 : place;
  }

  /** A loop may read all of the array. */
  final void openReplica() {
    replicaOpen = true;
    dealt = null;
    see(copies.replica());
    readFrom = 0;
    readTo = length();
  }

  final void close() {
    if (replicaOpen) {
      replicaOpen = false;
      dealt = ownership.dealt();
      see(memory.presentOrNull());
    }
    readFrom = 0;
    readTo = 0;
    writeFrom = 0;
    writeTo = 0;
    fetchedIndex = NOTHING_FETCHED;
    iteration = ANY_ITERATION;
  }

  /** The iteration that alone may use the array, or {@link #ANY_ITERATION}. */
  final long iteration() {
    return iteration;
  }

  /** What a loop has written. */
  final void written(long from, long to) {
    memory.written(partOf(from, to));
    copies.written(from, to);
    haloFresh = false;
  }

  /** Before a loop writes it; see {@link ArrayMemory#makeWritable}. */
  final void makeWritable(Runnable giveUpKept) {
    memory.makeWritable(giveUpKept);
    see(memory.present());
  }

  /** This worker's elements, with the memory around them. */
  final MemorySegment content() {
    return memory.present().storage().segment();
  }

  /** The index to which a byte of {@link #content} belongs. */
  final long indexAt(long offset) {
    final long place = (offset / shape.cellBytes() - origin) / unit;
    return dealt == null ? place : dealt.index(0, place);
  }

  final boolean isHaloFresh() {
    return haloFresh;
  }

  final void haloIsFresh() {
    haloFresh = true;
  }

  /** Whether that index was fetched and has not been written since. */
  final boolean hasFetched(long index) {
    return copies.hasFetched(index);
  }

  /** Room for the elements of an index of another worker's. */
  final Cells roomForFetched(long index) {
    return memory.view(copies.roomForFetched(index, slice(index, index + 1)));
  }

  /**
   * Brings the replica up to date. Collective.
   *
   * @throws ProgramError when there is no memory for it
   */
  final void replicate(Communicator workers) {
    try {
      copies.makeReplica(shape.all(), length());
    } catch (OutOfMemoryError e) {
      throw new ProgramError(
          "array "
              + name
              + " of "
              + shape.bytes()
              + " bytes does not fit into a worker's memory as a whole: submit the job with more"
              + " --memory, or read less of it than readsAll does");
    }
    final IndexRange stale = copies.takeStale();
    if (stale.from() < stale.to()) {
      new ArrayReplication(
              workers,
              ownership,
              slice(stale.from(), stale.to()),
              present(),
              memory.view(copies.replica()))
          .run();
    }
  }

  // What changes of configuration and returns to a safe point do.

  /** What is prepared, or nothing, is in force. */
  final void commit(List<Region> regions, int rank) {
    close();
    copies.drop();
    memory.commit();
    haloFresh = false;
    ownership = Ownership.of(shape, regions, declared.reach(), false, rank);
    dealt = ownership.dealt();
    see(memory.presentOrNull());
  }

  /** Elements that somebody held are the present ones again. */
  final void restore(Storage held) {
    close();
    memory.restore(held);
    copies.drop();
    haloFresh = false;
    see(memory.present());
  }

  /** What kernels see of the array lies there. */
  private void see(@Nullable StoredTile tile) {
    cells = tile == null ? MemorySegment.NULL : tile.storage().segment();
    line = tile == null ? 0 : tile.tile().stride();
    origin = tile == null ? 0 : tile.tile().index(0, 0, 0);
    unit =
        switch (dimensions) {
          case 1 -> 1;
          case 2 -> line;
          default -> tile == null ? 0 : tile.tile().planeStride();
        };
  }
}
