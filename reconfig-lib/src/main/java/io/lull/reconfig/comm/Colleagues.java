package io.lull.reconfig.comm;

import io.lull.reconfig.Workers;
import io.lull.reconfig.grid.ExactSum;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What an author's program exchanges beside its grids. Broadcasts go down a binomial tree; what
 * each has for each goes straight, first to the next rank, so that not all send to the same at
 * once.
 */
public final class Colleagues implements Workers {
  private final Group group;

  public Colleagues(Group group) {
    this.group = group;
  }

  @Override
  public int count() {
    return group.size();
  }

  @Override
  public int rank() {
    return group.rank();
  }

  @Override
  public void barrier() {
    group.barrier();
  }

  @Override
  public double sum(double mine) {
    final ExactSum sum = new ExactSum();
    sum.add(mine);
    return group.sum(sum);
  }

  @Override
  public long sum(long mine) {
    return group.sum(mine);
  }

  @Override
  public double max(double mine) {
    return group.max(mine);
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
    group.begin(Call.BROADCAST, from);
    final int turned = Math.floorMod(rank() - from, count());
    int mask = Integer.highestOneBit(Math.max(1, count() - 1));
    byte[] whole = mine;
    if (turned != 0) {
      final int lowest = Integer.lowestOneBit(turned);
      whole = receive(Math.floorMod(turned - lowest + from, count()));
      mask = lowest >> 1;
    }
    for (int bit = mask; bit > 0; bit >>= 1) {
      if (turned + bit < count()) {
        send(Math.floorMod(turned + bit + from, count()), whole);
      }
    }
    return turned == 0 ? mine.clone() : whole;
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
    toEach.forEach(Colleagues::requireShort);
    group.begin(Call.EXCHANGE, 0);
    for (int i = 1; i < count(); i++) {
      final int to = (rank() + i) % count();
      send(to, toEach.get(to));
    }
    final List<byte[]> fromEach = new ArrayList<>(toEach);
    fromEach.set(rank(), toEach.get(rank()).clone());
    for (int i = 1; i < count(); i++) {
      final int from = Math.floorMod(rank() - i, count());
      fromEach.set(from, receive(from));
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

  private void send(int to, byte[] message) {
    group.send(to, Frame.Kind.MESSAGE, Frame.buffer(message.length).put(message));
  }

  private byte[] receive(int from) {
    final ByteBuffer payload = group.receive(from, Frame.Kind.MESSAGE);
    final byte[] message = new byte[payload.remaining()];
    payload.get(message);
    return message;
  }
}
