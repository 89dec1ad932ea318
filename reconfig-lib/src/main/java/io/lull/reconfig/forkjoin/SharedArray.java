package io.lull.reconfig.forkjoin;

import io.lull.reconfig.ProgramError;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.distribution.IndexSet;
import io.lull.reconfig.distribution.Ownership;
import io.lull.reconfig.distribution.Places;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.distribution.Shape;
import io.lull.reconfig.exchange.ElementExchange;
import io.lull.reconfig.memory.Cells;
import io.lull.reconfig.memory.Storage;
import io.lull.reconfig.memory.StoredTile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An array that is shared out among the workers by the indices of its first dimension. Loops read
 * and write its elements in place; an array is open to a loop only as far as the loop says what it
 * reads and writes, and closed between loops.
 */
public abstract sealed class SharedArray extends ArrayWindow
    permits DoubleArray, FloatArray, IntArray, LongArray, RecordArray {
  private final String name;
  private final SharedShape declared;
  private final Shape shape;
  private final IndexRegions regions;
  private final ArrayMemory memory;
  private final ArrayCopies copies;
  private Ownership ownership;
  private boolean haloFresh;

  /** What kernels see is not this worker's part. */
  private boolean elsewhere;

  private long version;

  /**
   * @param layout of an element, or of each byte of one
   */
  SharedArray(String name, SharedShape declared, ValueLayout layout, int cellBytes) {
    super(declared, cellBytes);
    this.name = name;
    this.declared = declared;
    this.shape = new Shape(declared.extents(), cellBytes, declared.division());
    this.regions = new IndexRegions(shape);
    this.memory = new ArrayMemory(name, shape, declared.reach(), layout);
    this.copies = new ArrayCopies(memory);
    this.ownership = Ownership.nobody(shape);
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final SharedShape declared() {
    return declared;
  }

  /** How many indices its first dimension has. */
  @Override
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

  // Where indices lie.

  /** This worker's indices, of an array that is not dealt out. */
  final IndexRange own() {
    return regions.range(memory.present().tile().own());
  }

  /** The indices from one to before another, with all that belongs to them. */
  final Region slice(long from, long to) {
    return regions.slice(from, to);
  }

  private Region partOf(long from, long to) {
    return ownership.part(slice(from, to), memory.present().tile().own());
  }

  /** Where this worker's part of a range of indices lies. */
  final IndexRange part(long from, long to) {
    return regions.range(partOf(from, to));
  }

  /** The indices of a rank, in an array that is not dealt out. */
  final IndexRange owned(int rank) {
    return regions.range(ownership.regions().get(rank));
  }

  // What loops open and close.

  /** A loop may read this worker's own elements. */
  final void openOwn() {
    openReads(own().from(), own().to());
  }

  /** A loop may read its neighbours' as well, as far as the halo reaches. */
  final void openHalo() {
    final IndexRange own = own();
    if (own.from() < own.to()) {
      openReads(
          Math.max(0, own.from() - declared.halo()),
          Math.min(length(), own.to() + declared.halo()));
    }
  }

  /** A loop may write this worker's own elements. */
  final void openWrites() {
    openWrites(own().from(), own().to());
  }

  /** A loop may read the elements of that index, which were fetched, or are this worker's own. */
  final void openFetched(long index, boolean own) {
    if (own) {
      openOwnFetched(index);
    } else {
      final long where = copies.fetched().storage().segment().address();
      openFetched(new FetchedRange(index, index + 1, where, indexBytes()), FetchedRange.NONE);
    }
  }

  /** A loop may read the elements that lists name. */
  final void openListed() {
    openOwn();
    openListed(copies.listed().addresses(address, indexBytes(), this::ownAddress));
  }

  /** One iteration may read what its list names only, as {@link ArrayWindow#narrowListed} says. */
  final void narrowListed(long index, boolean home) {
    narrowListed(index, copies.listed().addressesOf(index, indexBytes()), home);
  }

  /** A loop may read the ranges of indices that its iterations name. */
  final void openRanges() {
    openOwn();
    openFetched(copies.ranges().before(indexBytes()), copies.ranges().after(indexBytes()));
  }

  /** One iteration may read that range only, as {@link ArrayWindow#narrowFetched} says. */
  final void narrowRange(long index, IndexRange range, boolean home) {
    narrowFetched(index, copies.ranges().before(indexBytes()).part(range), home);
  }

  /** A loop may read all of the array. */
  final void openReplica() {
    elsewhere = true;
    see(copies.replica(), null);
    openReads(0, length());
  }

  /**
   * Iterations of another worker may use its elements, which were brought here.
   *
   * @param room where they are
   * @param used which they are
   * @param written which of them may be written
   */
  final void openBorrowed(StoredTile room, IndexRange used, IndexRange written) {
    elsewhere = true;
    see(room, null);
    openReads(used.from(), used.to());
    openWrites(written.from(), written.to());
  }

  final void close() {
    if (elsewhere) {
      elsewhere = false;
      seeOwn();
    }
    shut();
  }

  /** What kernels see of the array is this worker's part, if there is one. */
  private void seeOwn() {
    see(memory.presentOrNull(), ownership.dealt());
  }

  /** What a loop has written. */
  final void written(long from, long to) {
    version++;
    memory.written(partOf(from, to));
    copies.written(from, to);
    haloFresh = false;
  }

  /** Before a loop writes it; see {@link ArrayMemory#makeWritable}. */
  final void makeWritable(Runnable giveUpKept) {
    memory.makeWritable(giveUpKept);
    seeOwn();
  }

  /** This worker's elements, with the memory around them. */
  final MemorySegment content() {
    return memory.present().storage().segment();
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
      ElementExchange.toAll(
              workers,
              ownership,
              slice(stale.from(), stale.to()),
              present(),
              memory.view(copies.replica()))
          .run();
    }
  }

  /**
   * Brings the elements that this worker's lists name. Collective.
   *
   * @param ownToo whether its own are copied, too
   * @throws ProgramError when a list names an index that there is not
   */
  final void list(Communicator workers, IndexLists lists, boolean ownToo) {
    final @Nullable ListedElements named = copies.listedOrNull();
    if (named == null || !named.isOf(lists, ownToo)) {
      copies.list(new ListedElements(workers, name, ownership, memory, lists, ownToo));
    }
    copies.listed().refresh(workers);
  }

  /**
   * Brings the elements of ranges that workers read. Collective.
   *
   * @param read by rank, the range that each worker reads
   * @param ownToo whether its own are copied, too
   * @throws ProgramError when there is no memory for them
   */
  final void bringRanges(Communicator workers, List<IndexSet> read, boolean ownToo) {
    final @Nullable RangeCopies there = copies.rangesOrNull();
    if (there == null || !there.isOf(read, ownToo)) {
      copies.bring(new RangeCopies(this, workers.rank(), read, ownToo));
    }
    copies.ranges().refresh(workers);
  }

  /** Changes with the elements, from one change of configuration to the next. */
  final long version() {
    return version;
  }

  /** This worker's indices. */
  final void forEachOwn(LongConsumer visitor) {
    final IndexRange own = own();
    for (long place = own.from(); place < own.to(); place++) {
      visitor.accept(indexAt(place));
    }
  }

  // What changes of configuration and returns to a safe point do.

  /** What is prepared, or nothing, is in force. */
  final void commit(List<Region> regions, Places places, int rank) {
    close();
    copies.drop();
    memory.commit();
    version++;
    haloFresh = false;
    ownership = Ownership.of(shape, regions, places, declared.reach(), false, rank);
    seeOwn();
  }

  /** Elements that somebody held are the present ones again. */
  final void restore(Storage held) {
    close();
    memory.restore(held);
    version++;
    copies.drop();
    haloFresh = false;
    seeOwn();
  }
}
