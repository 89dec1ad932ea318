package io.lull.reconfig.comm;

import io.lull.reconfig.distribution.HaloPlan;
import io.lull.reconfig.distribution.Region;
import io.lull.reconfig.grid.Cells;
import io.lull.reconfig.grid.ExactSum;
import io.lull.reconfig.grid.Fellows;
import io.lull.reconfig.grid.Grid;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The workers of one epoch, as the program's thread talks to them. Frames between two workers keep
 * their order, and every worker makes the same calls in the same order; so a frame is known by its
 * turn, and its kind and tag only prove that the workers agree.
 *
 * <p>Reductions go up and down a binomial tree, broadcasts down one.
 */
public final class Group implements Fellows {
  private final long epoch;
  private final int rank;
  private final List<@Nullable Link> links;
  private final ToIntFunction<Grid> indexOf;
  private volatile @Nullable String broken;
  private int reductions;

  /**
   * @param links by rank, null for this worker itself
   * @param indexOf a grid's place among the declared
   */
  public Group(long epoch, int rank, List<@Nullable Link> links, ToIntFunction<Grid> indexOf) {
    this.epoch = epoch;
    this.rank = rank;
    this.links = links;
    this.indexOf = indexOf;
  }

  public long epoch() {
    return epoch;
  }

  public int rank() {
    return rank;
  }

  public int size() {
    return links.size();
  }

  /**
   * From now on every exchange throws {@link EpochBroken}; any thread may call it, and then must
   * wake the links.
   */
  public void breakUp(String why) {
    broken = why;
  }

  public boolean isBroken() {
    return broken != null;
  }

  @Override
  public void give(Grid grid, HaloPlan plan) {
    final int tag = indexOf.applyAsInt(grid);
    final Cells cells = Cells.present(grid);
    for (final HaloPlan.Exchange out : plan.sends()) {
      final ByteBuffer buffer =
          buffer(out.rank(), Math.toIntExact(out.cells() * cells.cellBytes()));
      for (final HaloPlan.Patch patch : out.patches()) {
        cells.read(patch.source(), buffer);
      }
      send(out.rank(), Frame.Kind.HALO, tag, buffer);
    }
  }

  @Override
  public void take(Grid grid, HaloPlan plan, Cells into) {
    final int tag = indexOf.applyAsInt(grid);
    for (final HaloPlan.Exchange in : plan.receives()) {
      final ByteBuffer payload = receive(in.rank(), Frame.Kind.HALO, tag);
      if (payload.remaining() != in.cells() * into.cellBytes()) {
        throw disagreement(in.rank());
      }
      for (final HaloPlan.Patch patch : in.patches()) {
        final Region target = patch.target();
        into.write(target, payload);
      }
    }
  }

  @Override
  public double max(double mine) {
    return allReduce(
            Frame.buffer(Double.BYTES).putDouble(mine),
            (a, b) -> Frame.buffer(Double.BYTES).putDouble(Math.max(a.getDouble(), b.getDouble())))
        .getDouble();
  }

  @Override
  public long sum(long mine) {
    return allReduce(
            Frame.buffer(Long.BYTES).putLong(mine),
            (a, b) -> Frame.buffer(Long.BYTES).putLong(a.getLong() + b.getLong()))
        .getLong();
  }

  @Override
  public double sum(ExactSum mine) {
    final ByteBuffer result =
        allReduce(
            written(mine),
            (a, b) -> {
              final ExactSum sum = ExactSum.read(a.asLongBuffer());
              sum.add(ExactSum.read(b.asLongBuffer()));
              return written(sum);
            });
    return ExactSum.read(result.asLongBuffer()).value();
  }

  @Override
  public byte[] broadcast(byte[] mine, int from) {
    final int turned = Math.floorMod(rank - from, size());
    int mask = Integer.highestOneBit(Math.max(1, size() - 1));
    byte[] whole = mine;
    if (turned != 0) {
      final int lowest = Integer.lowestOneBit(turned);
      whole = receiveMessage(Math.floorMod(turned - lowest + from, size()));
      mask = lowest >> 1;
    }
    for (int bit = mask; bit > 0; bit >>= 1) {
      if (turned + bit < size()) {
        sendMessage(Math.floorMod(turned + bit + from, size()), whole);
      }
    }
    return whole;
  }

  /** Bytes for another rank of this epoch. */
  void sendMessage(int to, byte[] message) {
    send(to, Frame.Kind.MESSAGE, 0, Frame.buffer(message.length).put(message));
  }

  /** The next bytes from another rank of this epoch. */
  byte[] receiveMessage(int from) {
    final ByteBuffer payload = receive(from, Frame.Kind.MESSAGE, 0);
    final byte[] message = new byte[payload.remaining()];
    payload.get(message);
    return message;
  }

  private static ByteBuffer written(ExactSum sum) {
    final int bytes = (ExactSum.CHUNKS + 1) * Long.BYTES;
    final ByteBuffer buffer = Frame.buffer(bytes);
    sum.write(buffer.asLongBuffer());
    return buffer.position(buffer.position() + bytes);
  }

  /**
   * @param mine a frame's buffer, position after the payload
   * @param combine takes two payloads to read, gives a buffer as the first argument was
   */
  private ByteBuffer allReduce(ByteBuffer mine, BinaryOperator<ByteBuffer> combine) {
    final int tag = reductions++;
    ByteBuffer result = mine;
    int mask = 1;
    while (mask < size() && (rank & mask) == 0) {
      if ((rank | mask) < size()) {
        final ByteBuffer theirs = receive(rank | mask, Frame.Kind.REDUCE, tag);
        result = combine.apply(Frame.payload(result), theirs);
      }
      mask <<= 1;
    }
    if (rank != 0) {
      send(rank & ~mask, Frame.Kind.REDUCE, tag, result);
      final ByteBuffer whole = receive(rank & ~mask, Frame.Kind.REDUCE, tag);
      result = Frame.buffer(whole.remaining()).put(whole);
    }
    for (int child = mask >> 1; child > 0; child >>= 1) {
      if ((rank | child) < size()) {
        send(rank | child, Frame.Kind.REDUCE, tag, result);
      }
    }
    return Frame.payload(result);
  }

  /**
   * For the next frame to a rank. What it holds is gone when the next one to that rank is asked
   * for.
   */
  public ByteBuffer buffer(int to, int payloadBytes) {
    return link(to).buffer(payloadBytes);
  }

  /** Sends to a rank of this epoch. */
  public void send(int to, Frame.Kind kind, int tag, ByteBuffer buffer) {
    check();
    final Link link = link(to);
    try {
      link.send(kind, tag, epoch, buffer);
    } catch (IOException e) {
      throw new EpochBroken("worker " + link.peer() + " cannot be reached: " + e.getMessage());
    }
  }

  /**
   * Waits for the next frame from a rank of this epoch.
   *
   * @return its payload, good until the next call for the same rank
   */
  public ByteBuffer receive(int from, Frame.Kind kind, int tag) {
    final Link link = link(from);
    try {
      while (true) {
        final @Nullable Frame frame = link.take(this::isBroken);
        if (frame == null) {
          check();
          throw new EpochBroken("worker " + link.peer() + " is gone");
        }
        if (frame.epoch() < epoch) {
          continue;
        }
        if (frame.kind() != kind || frame.tag() != tag) {
          throw disagreement(from);
        }
        return frame.payload();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EpochBroken("interrupted");
    }
  }

  private void check() {
    final @Nullable String why = broken;
    if (why != null) {
      throw new EpochBroken(why);
    }
  }

  private Link link(int peer) {
    final @Nullable Link link = links.get(peer);
    if (link == null) {
      throw new IllegalArgumentException("rank " + peer + " is this worker itself");
    }
    return link;
  }

  private IllegalStateException disagreement(int peer) {
    return new IllegalStateException(
        "ranks "
            + rank
            + " and "
            + peer
            + " do not make the same calls in the same order: let no call to a grid depend on the"
            + " rank or on local cells");
  }
}
