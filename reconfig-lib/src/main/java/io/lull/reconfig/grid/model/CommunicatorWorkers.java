package io.lull.reconfig.grid.model;

import io.lull.reconfig.Workers;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.numeric.ExactSum;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The exchanges of an author's program beside its grids. All-to-all data goes directly, first to
 * the next rank, so that not all send to the same rank at once.
 */
public final class CommunicatorWorkers implements Workers {
  private final Communicator all;

  public CommunicatorWorkers(Communicator all) {
    this.all = all;
  }

  @Override
  public int count() {
    return all.size();
  }

  @Override
  public int rank() {
    return all.rank();
  }

  @Override
  public void barrier() {
    all.barrier();
  }

  @Override
  public double sum(double mine) {
    final ExactSum sum = new ExactSum();
    sum.add(mine);
    return all.sum(sum);
  }

  @Override
  public long sum(long mine) {
    return all.sum(mine);
  }

  @Override
  public double max(double mine) {
    return all.max(mine);
  }

  @Override
  public byte[] broadcast(byte[] mine, int from) {
    if (from < 0 || from >= count()) {
      throw new IllegalArgumentException(
          "there is no rank " + from + " to broadcast from: there are " + count() + " workers");
    }
    if (rank() == from) {
      requireShort(mine);
    }
    final byte[] whole = all.broadcast(mine, from);
    return rank() == from ? mine.clone() : whole;
  }

  @Override
  public List<byte[]> gather(byte[] mine) {
    return exchange(Collections.nCopies(count(), mine));
  }

  @Override
  public List<byte[]> exchange(List<byte[]> toEach) {
    if (toEach.size() != count()) {
      throw new IllegalArgumentException(
          toEach.size() + " messages for " + count() + " workers: give one for each rank");
    }
    toEach.forEach(CommunicatorWorkers::requireShort);
    all.beginExchange();
    for (int i = 1; i < count(); i++) {
      final int to = (rank() + i) % count();
      all.sendMessage(to, toEach.get(to));
    }
    final List<byte[]> fromEach = new ArrayList<>(toEach);
    fromEach.set(rank(), toEach.get(rank()).clone());
    for (int i = 1; i < count(); i++) {
      final int from = Math.floorMod(rank() - i, count());
      fromEach.set(from, all.receiveMessage(from));
    }
    return fromEach;
  }

  private static void requireShort(byte[] message) {
    if (message.length > MOST_BYTES) {
      throw new IllegalArgumentException(
          "a message of "
              + message.length
              + " bytes: "
              + MOST_BYTES
              + " is the most; put what is longer into a grid");
    }
  }
}
