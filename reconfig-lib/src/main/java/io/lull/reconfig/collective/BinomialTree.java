package io.lull.reconfig.collective;

import io.lull.reconfig.comm.Frame;
import java.nio.ByteBuffer;
import java.util.function.BinaryOperator;

/**
 * Collective operations of all workers of an epoch, in as many rounds as their number has binary
 * digits: rank by rank, those with the lowest bit set first, as in R. Thakur, R. Rabenseifner and
 * W. Gropp, "Optimization of Collective Communication Operations in MPICH", 2005.
 */
final class BinomialTree {
  private BinomialTree() {}

  /**
   * Up the tree and down again.
   *
   * @param mine a frame's buffer, position after the payload
   * @param combine takes two payloads to read, gives a buffer as the first argument was
   */
  static ByteBuffer allReduce(
      Communicator workers, ByteBuffer mine, BinaryOperator<ByteBuffer> combine) {
    final int rank = workers.rank();
    final int size = workers.size();
    ByteBuffer result = mine;
    int mask = 1;
    while (mask < size && (rank & mask) == 0) {
      if ((rank | mask) < size) {
        final ByteBuffer theirs = workers.receive(rank | mask);
        result = combine.apply(Frame.payload(result), theirs);
      }
      mask <<= 1;
    }
    if (rank != 0) {
      workers.send(rank & ~mask, result);
      final ByteBuffer whole = workers.receive(rank & ~mask);
      result = Frame.buffer(whole.remaining()).put(whole);
    }
    for (int child = mask >> 1; child > 0; child >>= 1) {
      if ((rank | child) < size) {
        workers.send(rank | child, result);
      }
    }
    return Frame.payload(result);
  }

  /**
   * As {@link #allReduce}, of payloads.
   *
   * @param mine to read
   * @param combine of two to read, one to read
   */
  static ByteBuffer combine(
      Communicator workers, ByteBuffer mine, BinaryOperator<ByteBuffer> combine) {
    return allReduce(workers, framed(mine), (a, b) -> framed(combine.apply(a, b)));
  }

  private static ByteBuffer framed(ByteBuffer payload) {
    return Frame.buffer(payload.remaining()).put(payload);
  }

  /**
   * Down the tree.
   *
   * @param mine only that of the sender counts
   * @param from the sender's rank
   */
  static byte[] broadcast(Communicator workers, byte[] mine, int from) {
    final int size = workers.size();
    final int turned = Math.floorMod(workers.rank() - from, size);
    int mask = Integer.highestOneBit(Math.max(1, size - 1));
    byte[] whole = mine;
    if (turned != 0) {
      final int lowest = Integer.lowestOneBit(turned);
      whole = workers.receiveMessage(Math.floorMod(turned - lowest + from, size));
      mask = lowest >> 1;
    }
    for (int bit = mask; bit > 0; bit >>= 1) {
      if (turned + bit < size) {
        workers.sendMessage(Math.floorMod(turned + bit + from, size), whole);
      }
    }
    return whole;
  }
}
