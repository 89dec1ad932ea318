package io.lull.reconfig.forkjoin;

import io.lull.reconfig.ProgramError;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.distribution.IndexSet;
import io.lull.reconfig.distribution.Ownership;
import io.lull.reconfig.distribution.Places;
import io.lull.reconfig.distribution.Run;
import io.lull.reconfig.distribution.Runs;
import io.lull.reconfig.exchange.ElementExchange;
import io.lull.reconfig.memory.StoredTile;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Of an array the elements of others that a worker's lists of indices name: which they are, who has
 * them, and a copy of each. What they are is found out once, as long as the lists and the owners
 * stay the same; values come anew when the array has been written. An inspector and an executor, as
 * in J. Saltz, R. Mirchandaney and K. Crowley, "Run-time parallelization and scheduling of loops",
 * 1991. The program's thread.
 */
final class ListedElements {
  /** In the place of an index that is not copied. */
  private static final int NOWHERE = -1;

  /** The address of elements that may not be read. */
  static final long NOT_HERE = 0;

  /** Of so many runs of indices a worker asks another one for; beyond, for all that it has. */
  private static final int MOST_RUNS = 1 << 18;

  private static final int RUN_BYTES = 2 * Integer.BYTES;

  private final String name;
  private final Ownership ownership;
  private final ArrayMemory memory;
  private final IndexLists lists;
  private final long version;
  private final boolean ownToo;
  private final int[] places;
  private long[] addresses = new long[0];
  private long addressOfOwn = NOT_HERE;
  private long[] ofOneList = new long[0];
  private final List<IndexSet> wanted = new ArrayList<>();
  private final List<IndexSet> asked = new ArrayList<>();
  private final StoredTile copy;
  private boolean fresh;

  /**
   * Collective.
   *
   * @param name of the array
   * @param memory of its elements here
   * @param ownToo whether this worker's own elements that its lists name are copied, too
   * @throws ProgramError when a list names an index that there is not
   * @throws OutOfMemoryError when there is no memory for the copies
   */
  ListedElements(
      Communicator workers,
      String name,
      Ownership ownership,
      ArrayMemory memory,
      IndexLists lists,
      boolean ownToo) {
    this.name = name;
    this.ownership = ownership;
    this.memory = memory;
    this.lists = lists;
    this.version = lists.version();
    this.ownToo = ownToo;
    this.places = new int[Math.toIntExact(ownership.shape().extents().length(0))];
    markListed();
    int count = 0;
    for (int rank = 0; rank < workers.size(); rank++) {
      final boolean own = rank == workers.rank();
      final Runs runs = own && !ownToo ? Runs.between(0, 0) : markedRuns(rank);
      count = place(runs, count);
      wanted.add(indices(runs));
    }
    exchangeRequests(workers);
    copy = memory.beside(new IndexRegions(ownership.shape()).slice(0, count));
  }

  /** Whether it still says what the lists name. */
  boolean isOf(IndexLists other, boolean own) {
    return lists.equals(other) && version == other.version() && ownToo == own;
  }

  private void markListed() {
    Arrays.fill(places, NOWHERE);
    lists.forEachOwn(number -> {
      final int[] list = lists.list(number);
      if (list[0] < 0 || list[0] >= list.length) {
        throw new ProgramError(
            listed(number)
                + " begins with "
                + list[0]
                + ": that is how many indices follow, from 0 to "
                + (list.length - 1));
      }
      for (int k = 1; k <= list[0]; k++) {
        final int index = list[k];
        if (index < 0 || index >= places.length) {
          throw new ProgramError(
              listed(number)
                  + " names index "
                  + index
                  + ": those of array "
                  + name
                  + " are from 0 to "
                  + (places.length - 1));
        }
        places[index] = 0;
      }
    });
  }

  private String listed(long number) {
    return "list " + number + " of array " + lists.name();
  }

  /** What the lists name of what a rank has. */
  private Runs markedRuns(int rank) {
    final Runs owned = ownership.owned(rank).dimensions().getFirst();
    final List<Run> runs = new ArrayList<>();
    for (final Run run : owned.runs()) {
      for (long k = 0; k < run.count(); k++) {
        final long from = run.first() + k * run.stride();
        addMarked(from, from + run.length(), runs);
      }
    }
    return runs.size() > MOST_RUNS ? owned : new Runs(runs);
  }

  private void addMarked(long from, long to, List<Run> runs) {
    long first = from;
    for (long index = from; index <= to; index++) {
      if (index == to || places[(int) index] == NOWHERE) {
        if (first < index) {
          runs.add(Run.between(first, index));
        }
        first = index + 1;
      }
    }
  }

  /** Gives places to indices, from one on. */
  private int place(Runs runs, int first) {
    int next = first;
    for (final Run run : runs.runs()) {
      for (long interval = 0; interval < run.count(); interval++) {
        final long from = run.first() + interval * run.stride();
        for (long index = from; index < from + run.length(); index++) {
          places[(int) index] = next++;
        }
      }
    }
    return next;
  }

  /** All elements of those indices. */
  private IndexSet indices(Runs runs) {
    final List<Runs> dimensions =
        new ArrayList<>(
            ownership.shape().all().indices(ownership.shape().extents().dimensions()).dimensions());
    dimensions.set(0, runs);
    return new IndexSet(dimensions);
  }

  private void exchangeRequests(Communicator workers) {
    final int size = workers.size();
    final int rank = workers.rank();
    for (int i = 1; i < size; i++) {
      final int to = (rank + i) % size;
      workers.sendMessage(to, request(wanted.get(to).dimensions().getFirst()));
    }
    for (int peer = 0; peer < size; peer++) {
      asked.add(
          indices(peer == rank ? wanted.get(rank).dimensions().getFirst() : Runs.between(0, 0)));
    }
    for (int i = 1; i < size; i++) {
      final int from = Math.floorMod(rank - i, size);
      asked.set(from, indices(requested(workers.receiveMessage(from), from, rank)));
    }
  }

  /** All runs are intervals, or those of all that the other one has. */
  private static byte[] request(Runs runs) {
    if (runs.runs().stream().anyMatch(run -> run.count() > 1)) {
      return new byte[1];
    }
    final ByteBuffer request = ByteBuffer.allocate(runs.runs().size() * RUN_BYTES);
    for (final Run run : runs.runs()) {
      request.putInt((int) run.first()).putInt((int) run.length());
    }
    return request.array();
  }

  private Runs requested(byte[] request, int from, int rank) {
    final Runs owned = ownership.owned(rank).dimensions().getFirst();
    if (request.length == 1) {
      return owned;
    }
    final ByteBuffer runs = ByteBuffer.wrap(request);
    final List<Run> all = new ArrayList<>();
    long end = 0;
    while (runs.remaining() >= RUN_BYTES) {
      final long first = runs.getInt();
      final long length = runs.getInt();
      if (first < end || length < 1 || !contains(owned, first, first + length)) {
        throw new ProgramError(
            "rank "
                + from
                + " asks for elements that are not here: declare the same on every worker");
      }
      end = first + length;
      all.add(Run.between(first, end));
    }
    return new Runs(all);
  }

  private static boolean contains(Runs owned, long from, long to) {
    return owned.contains(from) && owned.contains(to - 1);
  }

  /** The array has been written. */
  void written() {
    fresh = false;
  }

  /** Brings the values, unless they are here. Collective. */
  void refresh(Communicator workers) {
    if (fresh) {
      return;
    }
    fresh = true;
    new ElementExchange(
            workers,
            ownership,
            memory.view(memory.present()),
            memory.view(copy),
            new Places() {
              @Override
              public long of(int dimension, long index) {
                return dimension == 0 ? places[(int) index] : index;
              }
            },
            asked,
            wanted)
        .run();
  }

  /**
   * By index, where its elements lie that the lists name, and this worker's own: one table for
   * both, since a kernel meets them in no order. It is good until another call.
   *
   * @param own the address of this worker's elements, which may be elsewhere in another loop
   * @param indexBytes from one index to the next
   * @param ownAddress of an index of this worker's, or {@link #NOT_HERE}
   */
  long[] addresses(long own, long indexBytes, LongUnaryOperator ownAddress) {
    if (addresses.length < places.length || own != addressOfOwn) {
      addresses = new long[places.length];
      for (int index = 0; index < places.length; index++) {
        addresses[index] = ownAddress.applyAsLong(index);
        if (addresses[index] == NOT_HERE && places[index] != NOWHERE) {
          addresses[index] = addressOfCopy(places[index], indexBytes);
        }
      }
      addressOfOwn = own;
    }
    return addresses;
  }

  /** As {@link #addresses}, of what one list names, all of which is among the copies. */
  long[] addressesOf(long row, long indexBytes) {
    if (ofOneList.length < places.length) {
      ofOneList = new long[places.length];
    }
    Arrays.fill(ofOneList, NOT_HERE);
    final int[] list = lists.list(row);
    for (int k = 1; k <= list[0]; k++) {
      ofOneList[list[k]] = addressOfCopy(places[list[k]], indexBytes);
    }
    return ofOneList;
  }

  private long addressOfCopy(int place, long indexBytes) {
    return copy.storage().segment().address() + place * indexBytes;
  }

  void drop() {
    copy.storage().letGo();
  }
}
