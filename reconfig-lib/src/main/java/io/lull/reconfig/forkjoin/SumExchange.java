package io.lull.reconfig.forkjoin;

import io.lull.reconfig.ProgramError;
import io.lull.reconfig.collective.Communicator;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Brings the sums of all workers to the owners of their elements. What a worker has for another one
 * goes in strips of rows; a strip has the runs of rows that are not empty.
 */
final class SumExchange {
  private static final int STRIP_BYTES = 4 << 20;
  private static final int RUN_BYTES = 2 * Integer.BYTES;

  private final Communicator workers;
  private final DoubleArray target;
  private final Sums sums;
  private final long stripRows;

  SumExchange(Communicator workers, DoubleArray target, Sums sums) {
    this.workers = workers;
    this.target = target;
    this.sums = sums;
    this.stripRows = Math.max(1, STRIP_BYTES / ((long) sums.width() * Long.BYTES));
  }

  /** Collective. */
  void run() {
    final int size = workers.size();
    final int rank = workers.rank();
    long strips = 0;
    for (int r = 0; r < size; r++) {
      final IndexRange rows = target.owned(r);
      strips = Math.max(strips, Math.ceilDiv(rows.to() - rows.from(), stripRows));
    }
    for (long strip = 0; strip < strips; strip++) {
      for (int i = 1; i < size; i++) {
        give((rank + i) % size, strip);
      }
      for (int i = 1; i < size; i++) {
        take(Math.floorMod(rank - i, size), strip);
      }
    }
  }

  private IndexRange strip(int owner, long number) {
    final IndexRange rows = target.owned(owner);
    final long first = Math.min(rows.to(), rows.from() + number * stripRows);
    return new IndexRange(first, Math.min(rows.to(), first + stripRows));
  }

  private void give(int owner, long number) {
    final IndexRange strip = strip(owner, number);
    if (strip.from() >= strip.to()) {
      return;
    }
    final List<IndexRange> runs = runs(strip);
    final long rows = runs.stream().mapToLong(run -> run.to() - run.from()).sum();
    final long bytes = (long) runs.size() * RUN_BYTES + rows * sums.width() * Long.BYTES;
    final ByteBuffer buffer = workers.buffer(owner, Math.toIntExact(bytes));
    for (final IndexRange run : runs) {
      buffer.putInt((int) (run.from() - strip.from())).putInt((int) (run.to() - run.from()));
      final LongBuffer longs = buffer.asLongBuffer();
      for (long row = run.from(); row < run.to(); row++) {
        sums.put(row, longs);
      }
      buffer.position(buffer.position() + longs.position() * Long.BYTES);
    }
    workers.send(owner, buffer);
  }

  private List<IndexRange> runs(IndexRange strip) {
    final List<IndexRange> runs = new ArrayList<>();
    long from = strip.from();
    for (long row = strip.from(); row <= strip.to(); row++) {
      if (row == strip.to() || sums.isRowEmpty(row)) {
        if (from < row) {
          runs.add(new IndexRange(from, row));
        }
        from = row + 1;
      }
    }
    return runs;
  }

  private void take(int giver, long number) {
    final IndexRange strip = strip(workers.rank(), number);
    if (strip.from() >= strip.to()) {
      return;
    }
    final ByteBuffer payload = workers.receive(giver);
    while (payload.hasRemaining()) {
      final long first = strip.from() + payload.getInt();
      final long rows = payload.getInt();
      if (first < strip.from() || rows < 0 || first + rows > strip.to()) {
        throw new ProgramError(
            "rank "
                + giver
                + " has sums of rows that are not here: declare the same on every worker");
      }
      sums.take(first, rows, payload.asLongBuffer());
      payload.position(payload.position() + Math.toIntExact(rows * sums.width() * Long.BYTES));
    }
  }
}
