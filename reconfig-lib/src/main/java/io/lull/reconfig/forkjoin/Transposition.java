package io.lull.reconfig.forkjoin;

import io.lull.reconfig.ProgramError;
import io.lull.reconfig.collective.Communicator;
import io.lull.reconfig.parallel.KernelThreads;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Exchanges the first two dimensions of an array. Each worker gives each other one block: what of
 * its own indices lies in the other's; blocks go in strips, so that no frame is long.
 */
final class Transposition {
  private static final long STRIP_BYTES = 4 << 20;

  private static final ValueLayout.OfDouble TRAVELLING =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final DoubleArray from;
  private final DoubleArray to;
  private final long run;

  /**
   * @throws IllegalArgumentException when the two do not fit each other
   */
  Transposition(DoubleArray from, DoubleArray to) {
    final List<Long> before = from.declared().extents().lengths();
    final List<Long> after = to.declared().extents().lengths();
    final boolean fits =
        before.size() > 1
            && after.size() == before.size()
            && before.get(0).equals(after.get(1))
            && before.get(1).equals(after.get(0))
            && before.subList(2, before.size()).equals(after.subList(2, after.size()));
    if (!fits || from == to) {
      throw new IllegalArgumentException(
          "array "
              + from.name()
              + " of "
              + from.declared().extents().described()
              + " elements cannot be transposed into array "
              + to.name()
              + " of "
              + to.declared().extents().described());
    }
    if (from.declared().block() > 0 || to.declared().block() > 0) {
      throw new IllegalArgumentException(
          "arrays that are dealt out are not transposed: declare "
              + from.name()
              + " and "
              + to.name()
              + " without dealt");
    }
    this.from = from;
    this.to = to;
    this.run = before.size() == 2 ? 1 : before.get(2);
  }

  /** Collective. */
  void run(Communicator workers, KernelThreads threads) {
    from.openOwn();
    to.openWrites();
    try {
      own(workers.rank(), threads);
      final int size = workers.size();
      final long strips = strips(size);
      for (long strip = 0; strip < strips; strip++) {
        for (int i = 1; i < size; i++) {
          give(workers, (workers.rank() + i) % size, strip);
        }
        for (int i = 1; i < size; i++) {
          take(workers, Math.floorMod(workers.rank() - i, size), strip);
        }
      }
    } finally {
      from.close();
      to.close();
    }
  }

  /** As many as the longest block of all has. */
  private long strips(int size) {
    long most = 0;
    for (int giver = 0; giver < size; giver++) {
      for (int taker = 0; taker < size; taker++) {
        final IndexRange rows = to.owned(taker);
        final long each = rowsPerStrip(giver);
        if (giver != taker && each > 0) {
          most = Math.max(most, Math.ceilDiv(rows.to() - rows.from(), each));
        }
      }
    }
    return most;
  }

  /** Rows of the target that a strip has; 0: the giver has nothing. */
  private long rowsPerStrip(int giver) {
    final IndexRange columns = from.owned(giver);
    final long bytes = (columns.to() - columns.from()) * run * Double.BYTES;
    return bytes == 0 ? 0 : Math.max(1, STRIP_BYTES / bytes);
  }

  /** Rows of the target that a strip has. */
  private IndexRange strip(int giver, int taker, long number) {
    final IndexRange rows = to.owned(taker);
    final long each = rowsPerStrip(giver);
    final long first = Math.min(rows.to(), rows.from() + number * each);
    return new IndexRange(first, Math.min(rows.to(), first + each));
  }

  private void own(int rank, KernelThreads threads) {
    final IndexRange rows = to.owned(rank);
    final IndexRange columns = from.owned(rank);
    threads.run(
        rows.from(),
        rows.to(),
        Math.max(1, (columns.to() - columns.from()) * run),
        (first, end) -> {
          for (long row = first; row < end; row++) {
            for (long column = columns.from(); column < columns.to(); column++) {
              copy(from.cells, cell(from, column, row), to.cells, cell(to, row, column));
            }
          }
        });
  }

  private void copy(MemorySegment source, long at, MemorySegment target, long place) {
    if (run == 1) {
      target.setAtIndex(DoubleArray.CELL, place, source.getAtIndex(DoubleArray.CELL, at));
    } else {
      MemorySegment.copy(
          source, at * Double.BYTES, target, place * Double.BYTES, run * Double.BYTES);
    }
  }

  /** Where the run of two indices begins. */
  private long cell(DoubleArray array, long first, long second) {
    final long begin = array == to ? array.writable(first) : array.readable(first);
    return begin + second * (run == 1 ? 1 : array.line);
  }

  private void give(Communicator workers, int taker, long number) {
    final IndexRange columns = from.owned(workers.rank());
    final IndexRange rows = strip(workers.rank(), taker, number);
    final long runs = (rows.to() - rows.from()) * (columns.to() - columns.from());
    if (runs <= 0) {
      return;
    }
    final ByteBuffer buffer = workers.buffer(taker, Math.toIntExact(runs * run * Double.BYTES));
    final MemorySegment out = MemorySegment.ofBuffer(buffer);
    long at = 0;
    for (long row = rows.from(); row < rows.to(); row++) {
      for (long column = columns.from(); column < columns.to(); column++) {
        MemorySegment.copy(
            from.cells,
            DoubleArray.CELL,
            cell(from, column, row) * Double.BYTES,
            out,
            TRAVELLING,
            at,
            run);
        at += run * Double.BYTES;
      }
    }
    workers.send(taker, buffer.position(buffer.position() + Math.toIntExact(at)));
  }

  private void take(Communicator workers, int giver, long number) {
    final IndexRange columns = from.owned(giver);
    final IndexRange rows = strip(giver, workers.rank(), number);
    final long runs = (rows.to() - rows.from()) * (columns.to() - columns.from());
    if (runs <= 0) {
      return;
    }
    final ByteBuffer payload = workers.receive(giver);
    if (payload.remaining() != runs * run * Double.BYTES) {
      throw new ProgramError(
          "rank "
              + giver
              + " has another part of array "
              + from.name()
              + ": declare the same on"
              + " every worker");
    }
    final MemorySegment in = MemorySegment.ofBuffer(payload);
    long at = 0;
    for (long row = rows.from(); row < rows.to(); row++) {
      for (long column = columns.from(); column < columns.to(); column++) {
        MemorySegment.copy(
            in,
            TRAVELLING,
            at,
            to.cells,
            DoubleArray.CELL,
            cell(to, row, column) * Double.BYTES,
            run);
        at += run * Double.BYTES;
      }
    }
  }
}
