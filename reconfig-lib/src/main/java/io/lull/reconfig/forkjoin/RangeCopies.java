package io.lull.reconfig.forkjoin;

import io.lull.reconfig.ProgramError;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.distribution.IndexSet;
import io.lull.reconfig.distribution.Places;
import io.lull.reconfig.exchange.ElementExchange;
import io.lull.reconfig.memory.StoredTile;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Of an array the elements of others that a worker's iterations read in ranges: those before its
 * own and those after them, each side by side in memory, so that its own are not copied. All
 * workers know what each one reads, so nobody asks. The program's thread.
 */
final class RangeCopies {
  private final SharedArray array;
  private final int rank;
  private final List<IndexSet> read;
  private final boolean ownToo;
  private final List<IndexRange> owned;
  private final @Nullable StoredTile before;
  private final @Nullable StoredTile after;

  /** What has been written since the elements came. */
  private IndexRange stale;

  /**
   * @param rank of this worker
   * @param read by rank, what each worker reads
   * @param ownToo whether this worker's own elements are copied, too, all in one range
   * @throws ProgramError when there is no memory for them
   */
  RangeCopies(SharedArray array, int rank, List<IndexSet> read, boolean ownToo) {
    this.array = array;
    this.rank = rank;
    this.read = List.copyOf(read);
    this.ownToo = ownToo;
    final List<IndexRange> ranges = new ArrayList<>();
    for (int other = 0; other < read.size(); other++) {
      ranges.add(array.owned(other));
    }
    this.owned = List.copyOf(ranges);
    this.stale = new IndexRange(0, array.length());
    this.before = room(rangeBefore(rank));
    this.after = room(rangeAfter(rank));
  }

  private @Nullable StoredTile room(IndexRange range) {
    if (range.isEmpty()) {
      return null;
    }
    try {
      return array.memory().beside(array.slice(range.from(), range.to()));
    } catch (OutOfMemoryError e) {
      throw new ProgramError(
          "the ranges that a loop reads of array "
              + array.name()
              + " do not fit into a worker's memory: submit the job with more --memory, or read"
              + " less of it than readsRange does");
    }
  }

  boolean isOf(List<IndexSet> other, boolean own) {
    return ownToo == own && read.equals(other);
  }

  private IndexRange all(int of) {
    final IndexSet set = read.get(of);
    return set.isEmpty() ? IndexRange.NONE : new IndexRange(set.first(0), set.end(0));
  }

  /** Of what a worker reads, the part before its own; all of it, where that is copied, too. */
  private IndexRange rangeBefore(int of) {
    return ownToo ? all(of) : all(of).within(0, owned.get(of).from());
  }

  private IndexRange rangeAfter(int of) {
    return ownToo ? IndexRange.NONE : all(of).within(owned.get(of).to(), array.length());
  }

  /** An array has been written there. */
  void written(long from, long to) {
    if (from < to) {
      stale = stale.cover(from, to);
    }
  }

  /** Brings what has been written since. Collective. */
  void refresh(Communicator workers) {
    if (stale.isEmpty()) {
      return;
    }
    final List<IndexRange> befores = new ArrayList<>();
    final List<IndexRange> afters = new ArrayList<>();
    for (int other = 0; other < read.size(); other++) {
      befores.add(rangeBefore(other));
      afters.add(rangeAfter(other));
    }
    bring(workers, befores, before);
    bring(workers, afters, after);
    stale = IndexRange.NONE;
  }

  private void bring(Communicator workers, List<IndexRange> ranges, @Nullable StoredTile to) {
    final List<IndexSet> asked = new ArrayList<>();
    final List<IndexSet> wanted = new ArrayList<>();
    for (int other = 0; other < read.size(); other++) {
      asked.add(of(rank, other, ranges.get(other)));
      wanted.add(of(other, rank, ranges.get(rank)));
    }
    new ElementExchange(
            workers,
            array.ownership(),
            array.present(),
            to == null ? array.present() : array.memory().view(to),
            Places.OWN,
            asked,
            wanted)
        .run();
  }

  /** What an owner has of what a reader reads in a range, as far as it was written. */
  private IndexSet of(int owner, int reader, IndexRange range) {
    final IndexRange fresh = range.within(stale.from(), stale.to());
    return array
        .ownership()
        .owned(owner)
        .intersect(read.get(reader))
        .intersect(array.slice(fresh.from(), fresh.to()).indices(array.dimensions));
  }

  FetchedRange before(long indexBytes) {
    return fetched(rangeBefore(rank), before, indexBytes);
  }

  FetchedRange after(long indexBytes) {
    return fetched(rangeAfter(rank), after, indexBytes);
  }

  private static FetchedRange fetched(
      IndexRange range, @Nullable StoredTile where, long indexBytes) {
    return where == null
        ? FetchedRange.NONE
        : new FetchedRange(
            range.from(), range.to(), where.storage().segment().address(), indexBytes);
  }

  void drop() {
    if (before != null) {
      before.storage().letGo();
    }
    if (after != null) {
      after.storage().letGo();
    }
  }
}
