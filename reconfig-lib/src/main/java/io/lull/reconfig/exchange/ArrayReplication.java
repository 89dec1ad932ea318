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
import java.util.List;

/**
 * Brings cells of an array to all workers, from whoever owns them: each sends its own directly to
 * each other, first to the next rank, so that not all send to the same rank at once. The program's
 * thread, within a call.
 */
public final class ArrayReplication {
  private static final int CHUNK_BYTES = 4 << 20;

  private final Communicator workers;
  private final Ownership ownership;
  private final RegionCells own;
  private final RegionCells replica;
  private final List<IndexSet> wanted = new ArrayList<>();
  private final long chunkCells;

  /**
   * @param area that is brought
   * @param own this worker's cells
   * @param replica where the area's cells go, each to its own index
   */
  public ArrayReplication(
      Communicator workers,
      Ownership ownership,
      Region area,
      RegionCells own,
      RegionCells replica) {
    this.workers = workers;
    this.ownership = ownership;
    this.own = own;
    this.replica = replica;
    this.chunkCells = CHUNK_BYTES / own.cellBytes();
    final IndexSet all = area.indices(ownership.shape().extents().dimensions());
    for (int rank = 0; rank < workers.size(); rank++) {
      wanted.add(ownership.owned(rank).intersect(all));
    }
  }

  /** Collective. */
  public void run() {
    final int size = workers.size();
    final int rank = workers.rank();
    final long most = wanted.stream().mapToLong(IndexSet::cells).max().orElse(0);
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

  private long end(int rank, long from) {
    return Math.min(wanted.get(rank).cells(), from + chunkCells);
  }

  private void give(int to, long from) {
    final long end = end(workers.rank(), from);
    if (from < end) {
      final ByteBuffer buffer = workers.buffer(to, Math.toIntExact((end - from) * own.cellBytes()));
      own.read(new Packing(wanted.get(workers.rank()), ownership.places()), from, end, buffer);
      workers.send(to, buffer);
    }
  }

  private void keep(long from) {
    final IndexSet mine = wanted.get(workers.rank());
    final long end = end(workers.rank(), from);
    if (from < end) {
      final ByteBuffer buffer =
          ByteBuffer.allocate(Math.toIntExact((end - from) * own.cellBytes()))
              .order(ByteOrder.LITTLE_ENDIAN);
      own.read(new Packing(mine, ownership.places()), from, end, buffer);
      replica.write(new Packing(mine, Places.OWN), from, end, buffer.flip());
    }
  }

  private void take(int giver, long from) {
    final long end = end(giver, from);
    if (from < end) {
      final ByteBuffer payload = workers.receive(giver);
      if (payload.remaining() != (end - from) * own.cellBytes()) {
        throw new ProgramError(
            "rank " + giver + " has another part of an array: declare the same on every worker");
      }
      replica.write(new Packing(wanted.get(giver), Places.OWN), from, end, payload);
    }
  }
}
