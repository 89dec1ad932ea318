package io.lull.reconfig.forkjoin;

import io.lull.reconfig.distribution.Reach;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.memory.StoredTile;
import io.lull.reconfig.memory.Tile;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a worker has of others' elements, for loops that read them: one index, those that lists
 * name, ranges, and a whole copy.
 */
final class ArrayCopies {
  private final ArrayMemory memory;
  private @Nullable StoredTile fetched;
  private long fetchedIndex;
  private boolean fetchedFresh;
  private @Nullable StoredTile replica;
  private @Nullable ListedElements listed;
  private @Nullable RangeCopies ranges;

  /** What has been written since the replica was made. */
  private IndexRange stale = IndexRange.NONE;

  ArrayCopies(ArrayMemory memory) {
    this.memory = memory;
  }

  /** Whether that index was fetched and has not been written since. */
  boolean hasFetched(long index) {
    return fetchedFresh && fetchedIndex == index;
  }

  /**
   * Room for the elements of an index.
   *
   * @param slice where they lie
   */
  StoredTile roomForFetched(long index, Region slice) {
    final StoredTile room =
        fetched == null
            ? memory.beside(slice)
            : new StoredTile(Tile.of(slice, new Reach(0, 0, 0)), fetched.storage());
    fetched = room;
    fetchedIndex = index;
    fetchedFresh = true;
    return room;
  }

  StoredTile fetched() {
    return Objects.requireNonNull(fetched, "an index is fetched before it is read");
  }

  StoredTile replica() {
    return Objects.requireNonNull(replica, "a replica is made before it is read");
  }

  /**
   * Makes the replica, if there is none.
   *
   * @throws OutOfMemoryError when there is no memory for it
   */
  void makeReplica(Region all, long length) {
    if (replica == null) {
      replica = memory.beside(all);
      stale = new IndexRange(0, length);
    }
  }

  /** Indices that the replica does not have as they are now; it has them from here on. */
  IndexRange takeStale() {
    final IndexRange lacking = stale;
    stale = IndexRange.NONE;
    return lacking;
  }

  /** What lists name, where there is something. */
  @Nullable ListedElements listedOrNull() {
    return listed;
  }

  ListedElements listed() {
    return Objects.requireNonNull(listed, "elements are listed before they are read");
  }

  /** What other lists name is needed no longer. */
  void list(ListedElements named) {
    dropListed();
    listed = named;
  }

  private void dropListed() {
    if (listed != null) {
      listed.drop();
      listed = null;
    }
  }

  /** Ranges that are read, where there are some. */
  @Nullable RangeCopies rangesOrNull() {
    return ranges;
  }

  RangeCopies ranges() {
    return Objects.requireNonNull(ranges, "ranges are brought before they are read");
  }

  /** Other ranges are needed no longer. */
  void bring(RangeCopies read) {
    dropRanges();
    ranges = read;
  }

  private void dropRanges() {
    if (ranges != null) {
      ranges.drop();
      ranges = null;
    }
  }

  void written(long from, long to) {
    fetchedFresh = false;
    if (ranges != null) {
      ranges.written(from, to);
    }
    if (listed != null) {
      listed.written();
    }
    if (from < to) {
      stale = stale.cover(from, to);
    }
  }

  /** The array's elements lie elsewhere now. */
  void drop() {
    if (fetched != null) {
      fetched.storage().letGo();
      fetched = null;
    }
    if (replica != null) {
      replica.storage().letGo();
      replica = null;
    }
    dropListed();
    dropRanges();
    fetchedFresh = false;
  }
}
