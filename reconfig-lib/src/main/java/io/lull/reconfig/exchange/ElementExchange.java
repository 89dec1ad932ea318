package io.lull.reconfig.exchange;

import io.lull.reconfig.ProgramError;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.distribution.IndexSet;
import io.lull.reconfig.distribution.Ownership;
import io.lull.reconfig.distribution.Packing;
import io.lull.reconfig.distribution.Places;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.partition.RegionCells;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Brings elements of an array to workers that lack them, from whoever owns them: each sends
 * directly to each other, first to the next rank, so that not all send to the same rank at once.
 * The program's thread, within a call.
 */
public final class ElementExchange {
  private static final int CHUNK_BYTES = 4 << 20;

  private final Communicator workers;
  private final RegionCells own;
  private final Places ownPlaces;
  private final RegionCells copy;
  private final Places copyPlaces;
  private final List<IndexSet> asked;
  private final List<IndexSet> wanted;
  private final long chunkCells;

  /**
   * @param own this worker's cells
   * @param copy where what it lacks goes
   * @param copyPlaces where indices lie there
   * @param asked of this worker's own elements, by rank, those that each other one lacks; of its
   *     own rank, those that it copies itself
   * @param wanted by rank, of what each has, what this worker lacks
   */
  public ElementExchange(
      Communicator workers,
      Ownership ownership,
      RegionCells own,
      RegionCells copy,
      Places copyPlaces,
      List<IndexSet> asked,
      List<IndexSet> wanted) {
    this.workers = workers;
    this.own = own;
    this.ownPlaces = ownership.places();
    this.copy = copy;
    this.copyPlaces = copyPlaces;
    this.asked = List.copyOf(asked);
    this.wanted = List.copyOf(wanted);
    this.chunkCells = Math.max(1, CHUNK_BYTES / own.cellBytes());
  }

  /**
   * All workers lack the same.
   *
   * @param area of the array
   * @param copy where it goes, each element to its own index
   */
  public static ElementExchange toAll(
      Communicator workers, Ownership ownership, Region area, RegionCells own, RegionCells copy) {
    final IndexSet all = area.indices(ownership.shape().extents().dimensions());
    final List<IndexSet> wanted = new ArrayList<>();
    for (int rank = 0; rank < workers.size(); rank++) {
      wanted.add(ownership.owned(rank).intersect(all));
    }
    final List<IndexSet> asked = Collections.nCopies(workers.size(), wanted.get(workers.rank()));
    return new ElementExchange(workers, ownership, own, copy, Places.OWN, asked, wanted);
  }

  /** Collective. */
  public void run() {
    final int size = workers.size();
    final int rank = workers.rank();
    final long most =
        Math.max(
            asked.stream().mapToLong(IndexSet::cells).max().orElse(0),
            wanted.stream().mapToLong(IndexSet::cells).max().orElse(0));
    for (long from = 0; from < most; from += chunkCells) {
      for (int i = 1; i < size; i++) {
        give((rank + i) % size, from);
      }
      keep(from);
      for (int i = 1; i < size; i++) {
        take(Math.floorMod(rank - i, size), from);
      }
    }
  }

  private long end(IndexSet set, long from) {
    return Math.min(set.cells(), from + chunkCells);
  }

  private void give(int to, long from) {
    final IndexSet set = asked.get(to);
    final long end = end(set, from);
    if (from < end) {
      final ByteBuffer buffer = workers.buffer(to, Math.toIntExact((end - from) * own.cellBytes()));
      own.read(new Packing(set, ownPlaces), from, end, buffer);
      workers.send(to, buffer);
    }
  }

  private void keep(long from) {
    final IndexSet mine = wanted.get(workers.rank());
    final long end = end(mine, from);
    if (from < end) {
      final ByteBuffer buffer =
          ByteBuffer.allocate(Math.toIntExact((end - from) * own.cellBytes()))
              .order(ByteOrder.LITTLE_ENDIAN);
      own.read(new Packing(mine, ownPlaces), from, end, buffer);
      copy.write(new Packing(mine, copyPlaces), from, end, buffer.flip());
    }
  }

  private void take(int giver, long from) {
    final IndexSet set = wanted.get(giver);
    final long end = end(set, from);
    if (from < end) {
      final ByteBuffer payload = workers.receive(giver);
      if (payload.remaining() != (end - from) * own.cellBytes()) {
        throw new ProgramError(
            "rank " + giver + " has another part of an array: declare the same on every worker");
      }
      copy.write(new Packing(set, copyPlaces), from, end, payload);
    }
  }
}
